// Provides actionlint, which checks workflows as GitHub does: built once into .cache from a pinned version.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.ts'

const VERSION = '1.7.12'

export type Actionlint = { tag: 'there'; program: string } | { tag: 'absent'; reason: string }

export function installActionlint(): Actionlint {
  const ending = process.platform === 'win32' ? '.exe' : ''
  const built = join(repository, '.cache', `actionlint-${VERSION}${ending}`)
  if (existsSync(built)) return { tag: 'there', program: built }
  if (spawnSync('go', ['version']).status !== 0)
    return { tag: 'absent', reason: 'actionlint needs Go to be built' }
  process.stderr.write('Building actionlint (once)…\n')
  const making = `${built}.making`
  mkdirSync(making, { recursive: true })
  const { status } = spawnSync('go', ['install', `github.com/rhysd/actionlint/cmd/actionlint@v${VERSION}`], {
    env: { ...process.env, CGO_ENABLED: '0', GOBIN: making },
    stdio: 'ignore',
  })
  if (status !== 0) return { tag: 'absent', reason: 'actionlint could not be built' }
  renameSync(join(making, `actionlint${ending}`), built)
  rmSync(making, { recursive: true })
  return { tag: 'there', program: built }
}
