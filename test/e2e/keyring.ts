// Starts a keyring on its own bus for one test, so that the user's keyring is not touched.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface Keyring {
  /** The environment that lets a program find it. */
  env: Record<string, string>
  stop(): Promise<void>
}

export async function startKeyring(): Promise<Keyring> {
  const home = await mkdtemp(join(tmpdir(), 'parley-keyring-'))
  await mkdir(join(home, 'run'), { mode: 0o700 })
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = (await once(createInterface(bus.stdout!), 'line')) as [string]
  const found = { DBUS_SESSION_BUS_ADDRESS: address }
  const env = {
    ...process.env,
    ...found,
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_RUNTIME_DIR: join(home, 'run'),
  }
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keyring.stdin!.end('a password for tests')
  while (!(await hasOwner(env))) {
    if (keyring.exitCode !== null) throw new Error(`The keyring exited with ${keyring.exitCode}.`)
    await pause(50)
  }
  return {
    env: found,
    async stop() {
      for (const one of [keyring, bus]) await end(one)
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function hasOwner(env: NodeJS.ProcessEnv): Promise<boolean> {
  const call = 'org.freedesktop.DBus.NameHasOwner'
  const args = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', call]
  const { stdout } = await promisify(execFile)('dbus-send', [...args, 'string:org.freedesktop.secrets'], {
    env,
  })
  return stdout.includes('true')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
