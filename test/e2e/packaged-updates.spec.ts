// A newer version from a local feed: found, downloaded, shown with its notes, held back while a turn runs, and
// installed by the shipped updater. The package is the tested one with a changed manifest.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import type { Page } from '@playwright/test'
import { packagedFolder, packagedProgram, packagedResources } from '../../build/packaging/packaged.ts'
import { expect, test, type Packaged } from './packaged-fixture.ts'
import { ask, openAbout, transcript } from './user-actions.ts'

test.skip(process.platform !== 'linux', 'On other systems, only signed apps can be updated.')
// Each test copies the whole package.
test.slow()

/** Copies the package and marks it as a release. The manifest is padded, so it can grow. */
function asRelease(from: string, to: string, feed: string): string {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  const resources = join(to, relative(packagedFolder(), packagedResources()))
  const archive = join(resources, 'app.asar')
  const own = `${archive}.own`
  copyFileSync(archive, own)
  rmSync(archive)
  const bytes = readFileSync(own)
  const start = bytes.indexOf('{\n  "name": "parley"')
  const end = bytes.indexOf('\n}', start) + 2
  const manifest = JSON.parse(bytes.toString('utf8', start, end)) as Record<string, unknown>
  const changed = JSON.stringify({ ...manifest, parley: { build: 'release' } })
  bytes.write(changed.padEnd(end - start), start)
  writeFileSync(archive, bytes)
  rmSync(own)
  writeFileSync(
    join(resources, 'app-update.yml'),
    `provider: generic\nurl: ${feed}\nupdaterCacheDirName: parley-updater\n`,
  )
  return join(to, relative(packagedFolder(), packagedProgram()))
}

/** A feed with one version, whose program reports that it was started. */
async function serveFeed(program: string, version: string): Promise<{ url: string; server: Server }> {
  const name = 'Parley-9.9.9-linux-x86_64.AppImage'
  const sha512 = createHash('sha512').update(program).digest('base64')
  const notes = '<h2>New</h2><ul><li>It flies</li></ul><img src=x onerror="window.pwned=1">'
  const list = {
    version,
    files: [{ url: name, sha512, size: program.length }],
    path: name,
    sha512,
    releaseDate: '2026-11-17T00:00:00.000Z',
    releaseNotes: notes,
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://feed').pathname
    if (path === '/latest-linux.yml') return response.end(JSON.stringify(list))
    if (path === `/${name}`) return response.end(program)
    response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

let feed: { url: string; server: Server } | null = null
test.afterEach(() => feed?.server.close())

/** Prepares the installed program and a newer version; each reports when it is started. */
async function prepare(
  packaged: Packaged,
  profile: string,
  version = '9.9.9',
): Promise<{ installed: string; started: string; program: string; env: Record<string, string> }> {
  const started = join(profile, 'started')
  const installed = join(profile, 'Parley.AppImage')
  writeFileSync(installed, `#!/bin/sh\necho "the old one" > '${started}'\n`)
  chmodSync(installed, 0o755)
  feed = await serveFeed(`#!/bin/sh\necho "9.9.9" > '${started}'\n`, version)
  const program = asRelease(packaged.folder, join(profile, 'app'), feed.url)
  const env = {
    PARLEY_EARS: 'off',
    PARLEY_VOICE: 'off',
    APPIMAGE: installed,
    APPDIR: join(profile, 'app'),
    XDG_CACHE_HOME: join(profile, 'cache'),
  }
  return { installed, started, program, env }
}

/**
 * Does what the button does. The button itself disappears when the app checks automatically, which can happen at any
 * moment.
 */
const checkForUpdates = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.parley!.request('app.updates.check', null))

test('an update is found, waits while a turn runs, and installs when the turn has ended', async ({
  packaged,
  start,
  profile,
  workspace,
}) => {
  const { installed, started, program, env } = await prepare(packaged, profile)
  writeFileSync(join(workspace, 'package.json'), JSON.stringify({ scripts: { test: 'node --version' } }))
  const app = await start({ program, args: [workspace], env })
  const { page } = app
  const about = await openAbout(page)
  await checkForUpdates(page)
  await expect(about).toContainText('9.9.9 is ready')
  // Release notes are shown as plain text.
  await expect(about.locator('.release-notes')).toHaveText('New\n- It flies')
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  await about.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Newer version 9.9.9' })).toBeVisible()

  await ask(page, 'run the tests')
  const question = page.getByRole('region', { name: 'Run the tests' })
  await expect(question).toBeVisible()
  await openAbout(page)
  await about.getByRole('button', { name: 'Restart and install' }).click()
  await expect(about).toContainText('as soon as nobody is talking and the agent is done')
  expect(existsSync(started)).toBe(false)
  await about.getByRole('button', { name: 'Close' }).click()
  const ended = once(app.process, 'exit')
  await question.getByRole('button', { name: /do not|don’t|no/i }).click()
  await ended
  await expect.poll(() => existsSync(started)).toBe(true)
  expect(readFileSync(installed, 'utf8')).toContain('9.9.9')
  // The new version gets no arguments and restores the last folder.
  const next = await start({ program, env })
  await expect(transcript(next.page)).toContainText('run the tests')
})

test('a downloaded update installs when the app quits', async ({ packaged, start, profile, workspace }) => {
  const { installed, program, env } = await prepare(packaged, profile)
  const app = await start({ program, args: [workspace], env })
  await checkForUpdates(app.page)
  await expect(app.page.getByRole('button', { name: 'Newer version 9.9.9' })).toBeVisible()
  expect(readFileSync(installed, 'utf8')).toContain('the old one')
  expect(await app.quit()).toBe(0)
  expect(readFileSync(installed, 'utf8')).toContain('9.9.9')
})

test('when an update cannot be installed, the app restarts and says so', async ({
  packaged,
  start,
  profile,
  workspace,
}) => {
  const { installed, started, program, env } = await prepare(packaged, profile)
  // Nothing is installed to a relative path.
  const relativeInstall = { ...env, APPIMAGE: relative(process.cwd(), installed) }
  const app = await start({ program, args: [workspace], env: relativeInstall })
  const about = await openAbout(app.page)
  await checkForUpdates(app.page)
  const ended = once(app.process, 'exit')
  await about.getByRole('button', { name: 'Restart and install' }).click()
  await ended
  await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toBe('the old one\n')
  const again = await start({ program, args: [workspace], env })
  await expect(again.page.locator('.notices')).toContainText('The update could not be installed')
})

test('“Check now” looks, and says that there is nothing newer', async ({
  packaged,
  start,
  profile,
  workspace,
}) => {
  const { program, env } = await prepare(packaged, profile, '0.0.1')
  const { page } = await start({ program, args: [workspace], env })
  const about = await openAbout(page)
  const asked = once(feed!.server, 'request')
  await about.getByRole('button', { name: 'Check now' }).click()
  await asked
  await expect(about).toContainText('This is the newest version.')
})
