// Packages the app, unless the package is newer than everything it is made of.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, newest } from '../built.ts'
import { repository } from '../repository.ts'
import { packagedProgram, packagedResources } from './packaged.ts'

const inputs = ['out', 'resources', 'build/packaging', 'build/package.ts', 'package-lock.json']

export function ensurePackaged(): void {
  ensureBuilt()
  const archive = join(packagedResources(), 'app.asar')
  const from = Math.max(...inputs.map((path) => newest(join(repository, path))))
  if (existsSync(packagedProgram()) && existsSync(archive) && newest(archive) >= from) return
  process.stderr.write('Packaging Parley…\n')
  const made = spawnSync(process.execPath, [join(repository, 'build/package.ts')], {
    cwd: repository,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`Parley could not be packaged: ${made.stderr || made.stdout}`)
}
