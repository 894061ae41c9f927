// Finds a LiveKit server on PATH, or builds one once into .cache from a pinned version.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../../../build/repository.ts'

const VERSION = '1.13.5'
const built = join(repository, '.cache', `livekit-server-${VERSION}`)

export type Installed = { tag: 'there'; program: string } | { tag: 'absent'; reason: string }

export async function installLiveKit(): Promise<Installed> {
  if (spawnSync('livekit-server', ['--version']).status === 0)
    return { tag: 'there', program: 'livekit-server' }
  if (existsSync(built)) return { tag: 'there', program: built }
  if (spawnSync('go', ['version']).status !== 0)
    return { tag: 'absent', reason: 'livekit-server is not on PATH, and there is no Go to build it with' }
  process.stderr.write('Building the LiveKit server, once; this takes some minutes…\n')
  const making = `${built}.making`
  mkdirSync(making, { recursive: true })
  const child = spawn('go', ['install', `github.com/livekit/livekit-server/cmd/server@v${VERSION}`], {
    env: { ...process.env, CGO_ENABLED: '0', GOBIN: making },
    stdio: 'ignore',
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) return { tag: 'absent', reason: 'the LiveKit server could not be built' }
  renameSync(join(making, process.platform === 'win32' ? 'server.exe' : 'server'), built)
  rmSync(making, { recursive: true })
  return { tag: 'there', program: built }
}
