// Starts and stops a real OpenClaw gateway on loopback, with all its files in one folder and the scripted model. The
// folder is removed with it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../free-port.ts'

export interface Gateway {
  port: number
  token: string
  /** The gateway agent's own workspace. */
  workspace: string
  pid(): number
  /** Kills it, as a crash would. */
  kill(): Promise<void>
  /** Asks it to stop, as a reboot would. */
  stop(): Promise<void>
  /** Restarts it after a kill or a stop, on the same port, with its stored state. */
  start(): Promise<void>
  /** Ends it for good and removes its files. */
  remove(): Promise<void>
}

interface Options {
  program: string
  modelPort: number
}

/** 25 seconds on an idle machine, more than a minute on a busy one. */
const START_TIMEOUT_MS = 240_000
const START_ATTEMPTS = 3
const STOP_TIMEOUT_MS = 20_000

export async function createGateway({ program, modelPort }: Options): Promise<Gateway> {
  const root = mkdtempSync(join(tmpdir(), 'parley-openclaw-'))
  const at = (...path: string[]): string => join(root, ...path)
  for (const folder of ['home', 'state', 'workspace']) mkdirSync(at(folder))
  const port = await freePort()
  const token = 'a-token-for-tests'
  writeFileSync(at('openclaw.json'), JSON.stringify(configuration(root, port, token, modelPort), null, 2))
  let running: ChildProcess | null = null
  // An aborted test run leaves nothing running.
  const killOnExit = (): void => void running?.kill('SIGKILL')
  process.once('exit', killOnExit)

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ending = running
    if (ending && ending.exitCode === null && ending.signalCode === null) {
      const exited = once(ending, 'exit')
      ending.kill(signal)
      // It may drain work for minutes, which no test needs.
      const forced = setTimeout(() => ending.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await exited
      clearTimeout(forced)
    }
    // Not before: an aborted test run must kill it too.
    running = null
  }

  /** On a busy machine the gateway may give up while it starts; then it is started again. */
  async function start(): Promise<void> {
    for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) if (await startOnce()) return
    const output = readFileSync(at('gateway.log'), 'utf8').slice(-2_000)
    throw new Error(`The gateway did not start.\n${output}`)
  }

  async function startOnce(): Promise<boolean> {
    const log = openSync(at('gateway.log'), 'a')
    const child = spawn(process.execPath, [program, 'gateway', '--port', String(port)], {
      cwd: root,
      stdio: ['ignore', log, log],
      env: environment(root),
    })
    closeSync(log)
    running = child
    const until = Date.now() + START_TIMEOUT_MS
    while (Date.now() < until && child.exitCode === null) {
      const signal = AbortSignal.timeout(2_000)
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => null)
      if (ready?.ok) return true
      await pause(200)
    }
    await end('SIGKILL')
    return false
  }

  const gateway: Gateway = {
    port,
    token,
    workspace: at('workspace'),
    pid: () => running?.pid ?? 0,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    start,
    async remove() {
      await end('SIGTERM')
      process.off('exit', killOnExit)
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
  await start().catch(async (error: unknown) => {
    await gateway.remove()
    throw error
  })
  return gateway
}

function configuration(root: string, port: number, token: string, modelPort: number): unknown {
  return {
    gateway: { mode: 'local', port, bind: 'loopback', auth: { mode: 'token', token } },
    hooks: { enabled: true, token: `hook-${token}` },
    update: { checkOnStart: false },
    // The tools of a coding agent, and no skills, because handling the others slows every turn down.
    tools: { toolSearch: false, allow: ['read', 'write', 'edit', 'apply_patch', 'exec', 'process', 'ls'] },
    skills: { allowBundled: ['none'], load: { watch: false } },
    logging: { file: join(root, 'openclaw.log') },
    agents: {
      defaults: {
        workspace: join(root, 'workspace'),
        skipBootstrap: true,
        heartbeat: { every: '0m' },
        model: { primary: 'peer/scripted' },
      },
    },
    models: {
      mode: 'replace',
      providers: {
        peer: {
          baseUrl: `http://127.0.0.1:${modelPort}/v1`,
          apiKey: 'none',
          api: 'openai-completions',
          models: [
            {
              id: 'scripted',
              name: 'Scripted',
              reasoning: false,
              input: ['text'],
              cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              contextWindow: 1_000_000,
              maxTokens: 8192,
            },
          ],
        },
      },
    },
  }
}

function environment(root: string): NodeJS.ProcessEnv {
  // With a compile cache the launcher forks, and the process we know is not the gateway.
  const { NODE_COMPILE_CACHE: _, NODE_OPTIONS: __, VITEST: ___, ...inherited } = process.env
  return {
    ...inherited,
    HOME: join(root, 'home'),
    OPENCLAW_HOME: join(root, 'home'),
    OPENCLAW_STATE_DIR: join(root, 'state'),
    OPENCLAW_CONFIG_PATH: join(root, 'openclaw.json'),
    OPENCLAW_DISABLE_BONJOUR: '1',
    OPENCLAW_NO_RESPAWN: '1',
    OPENCLAW_SKIP_CHANNELS: '1',
    OPENCLAW_EXEC_SHELL_SNAPSHOT: '0',
    OPENCLAW_DISABLE_BUNDLED_PLUGINS: '1',
    OPENCLAW_SKIP_CRON: '1',
    OPENCLAW_TRAJECTORY: '0',
  }
}
