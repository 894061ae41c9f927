// Starts and stops a real LiveKit server on loopback; it can be killed and restarted on the same ports.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { freeUdpPort } from '../../../src/main/rooms/livekit/local-network.ts'
import { freePort, isOpen } from '../../free-port.ts'
import { installLiveKit } from './install.ts'

export interface LiveKitServer {
  url: string
  key: string
  secret: string
  kill(): Promise<void>
  start(): Promise<void>
}

export type StartedServer =
  { tag: 'running'; server: LiveKitServer; stop(): Promise<void> } | { tag: 'absent'; reason: string }

const KEY = 'a-key-for-tests'
const SECRET = 'a-secret-for-tests-of-forty-characters-x'

export async function startLiveKit(): Promise<StartedServer> {
  const installed = await installLiveKit()
  if (installed.tag === 'absent') return installed
  const port = await freePort()
  const configuration = configurationOn(port, await freeUdpPort())
  let running: ChildProcess | null = null
  const killOnExit = (): void => void running?.kill('SIGKILL')
  process.once('exit', killOnExit)

  async function start(): Promise<void> {
    const child = spawn(
      installed.tag === 'there' ? installed.program : '',
      ['--config-body', configuration],
      {
        stdio: 'ignore',
      },
    )
    running = child
    while (!(await isOpen(port))) {
      if (child.exitCode !== null) throw new Error('The LiveKit server ended before it listened.')
      await wait(50)
    }
  }

  async function kill(): Promise<void> {
    const ending = running
    running = null
    if (!ending || ending.exitCode !== null) return
    const exited = once(ending, 'exit')
    ending.kill('SIGKILL')
    await exited
  }

  await start()
  return {
    tag: 'running',
    server: { url: `ws://127.0.0.1:${port}`, key: KEY, secret: SECRET, kill, start },
    async stop() {
      process.off('exit', killOnExit)
      await kill()
    },
  }
}

const configurationOn = (port: number, udpPort: number): string =>
  JSON.stringify({
    port,
    bind_addresses: ['127.0.0.1'],
    keys: { [KEY]: SECRET },
    logging: { level: 'error' },
    rtc: {
      udp_port: udpPort,
      tcp_port: 0,
      use_external_ip: false,
      node_ip: '127.0.0.1',
      enable_loopback_candidate: true,
      // Without any, the server would send clients public ones.
      stun_servers: ['127.0.0.1:3478'],
      interfaces: { includes: ['lo'] },
    },
  })
