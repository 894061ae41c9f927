// npm run package: packages the app as a folder, from the Electron that the tests use. Such a test build never updates
// itself.
//   --release   the installers of this platform, from the official Electron; GITHUB_REPOSITORY names where they are published
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import { ensureBuilt } from './built.ts'
import { testElectron } from './electron-runtime.ts'
import { builderConfig } from './packaging/builder-config.ts'
import { packagedFolder } from './packaging/packaged.ts'
import { thisTarget } from './packaging/parts.ts'
import { releasedFrom } from './packaging/release-demands.ts'
import { writeSbom } from './packaging/sbom.ts'
import { buildFor, forgetEmptySecrets } from './packaging/signing.ts'
import { ownManifest, stageApp } from './packaging/stage.ts'
import { writeNotices } from './packaging/notices.ts'
import { repository } from './repository.ts'

const PLATFORMS = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS }

async function packageApp(isRelease: boolean): Promise<void> {
  const from = isRelease ? releasedFrom(process.env, ownManifest()) : null
  ensureBuilt()
  forgetEmptySecrets(process.env)
  const target = thisTarget()
  const runtime = await testElectron()
  if (runtime.tag === 'absent') throw new Error(runtime.reason)
  if (isRelease && runtime.tag !== 'official')
    throw new Error('A release needs the official Electron, which could not be downloaded.')
  const app = join(repository, '.cache', 'package')
  const output = join(repository, 'dist')
  const folder = electronFolder(runtime.path)
  const { version } = stageApp(app, target, buildFor(target, isRelease, process.env))
  writeNotices(app, target, { folder, version: versionIn(folder) })
  rmSync(packagedFolder(), { recursive: true, force: true })
  const config = builderConfig({
    target,
    app,
    output,
    electron: runtime.tag === 'official' ? null : { folder, version: versionIn(folder) },
    repository: from,
    env: process.env,
  })
  await build({
    config,
    projectDir: repository,
    targets: PLATFORMS[target.platform].createTarget(isRelease ? null : 'dir', Arch[target.arch]),
    publish: 'never',
  })
  writeSbom(output, target, version, versionIn(folder))
}

/** The folder with all of Electron; on a Mac the program is deep inside it. */
const electronFolder = (program: string): string =>
  process.platform === 'darwin' ? join(dirname(program), '..', '..', '..') : dirname(program)

const versionIn = (folder: string): string => readFileSync(join(folder, 'version'), 'utf8').trim()

if (import.meta.main) await packageApp(process.argv.includes('--release'))
