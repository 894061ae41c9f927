// What developers say all day to the built-in agent, besides questions about the code.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { ask, tab, transcript, viewer } from './user-actions.ts'

const shots = process.env['PARLEY_SHOTS']

test('the window does what its owner types', async ({ launch, host }) => {
  const { page, pageErrors } = await launch()
  const root = page.locator('html')
  await ask(page, 'switch to the dark theme')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(transcript(page).getByText('Dark theme.')).toBeVisible()
  await ask(page, 'light theme please')
  await expect(root).toHaveAttribute('data-theme', 'light')
  await ask(page, 'turn on high contrast')
  await expect(root).toHaveAttribute('data-contrast', 'high')
  await ask(page, 'normal contrast')
  await expect(root).toHaveAttribute('data-contrast', 'normal')

  if (host === 'electron') {
    const width = await page.evaluate(() => innerWidth)
    await ask(page, 'make the text bigger')
    await expect.poll(() => page.evaluate(() => innerWidth)).toBeLessThan(width)
    await ask(page, 'normal text size')
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
  }

  await ask(page, 'open the settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const theme = settings.getByRole('group', { name: 'Theme', exact: true })
  await expect(theme.getByRole('radio', { name: 'Light' })).toBeChecked()
  if (shots) await page.screenshot({ path: `${shots}/settings.png` })
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  if (shots) await page.screenshot({ path: `${shots}/window.png` })

  await ask(page, 'new conversation')
  await expect(transcript(page).getByText('light theme please')).toHaveCount(0)
  await ask(page, 'where am I')
  await expect(transcript(page).getByText('where am I')).toBeVisible()
  expect(pageErrors).toEqual([])
})

const SERVER = `import { createServer } from 'node:http'
const server = createServer((request, response) => {
  if (request.url === '/crash') process.exit(3)
  response.end('tide')
})
server.listen(0, '127.0.0.1', () => console.log('  Local: http://127.0.0.1:' + server.address().port + '/'))
`

test(
  'the dev server is started, shown, told when it crashes, and ends with Parley',
  inOneHost,
  async ({ launch, workspace }) => {
    await writeFile(join(workspace, 'server.mjs'), SERVER)
    await writeFile(
      join(workspace, 'package.json'),
      JSON.stringify({ name: 'tides', scripts: { dev: `"${process.execPath}" server.mjs` } }),
    )
    const { page, pageErrors, stop } = await launch()
    await ask(page, 'start the dev server')
    await expect(page.getByText('npm run dev').first()).toBeVisible()
    if (shots) await page.screenshot({ path: `${shots}/server-approval.png` })
    await page.getByRole('button', { name: /^Run it/ }).click()
    await expect(transcript(page).getByText(/The server is running at 127\.0\.0\.1:\d+/)).toBeVisible()
    const link = viewer(page).getByRole('link', { name: /^http:\/\/127\.0\.0\.1/ })
    const url = (await link.textContent())!.trim()
    expect(await (await fetch(url)).text()).toBe('tide')
    if (shots) await page.screenshot({ path: `${shots}/server.png` })

    // It crashes while nobody asks.
    await fetch(`${url}crash`).catch(() => {})
    await expect(
      transcript(page).getByText(/The dev server has stopped\. It ended with exit code/),
    ).toBeVisible()
    if (shots) await page.screenshot({ path: `${shots}/server-crash.png` })

    await ask(page, 'restart the server')
    await page.getByRole('button', { name: /^Run it/ }).click()
    await expect(transcript(page).getByText(/The server is running at/)).toHaveCount(2)
    const again = (await viewer(page)
      .getByRole('link', { name: /^http:\/\/127\.0\.0\.1/ })
      .textContent())!.trim()
    expect(pageErrors).toEqual([])
    await stop()
    await expect
      .poll(() =>
        fetch(again).then(
          () => 'runs',
          () => 'ended',
        ),
      )
      .toBe('ended')
  },
)

test(
  'what was not understood leads to numbered commands, and the front tab stays',
  inOneHost,
  async ({ launch }) => {
    const { page, pageErrors } = await launch()
    await ask(page, 'open session manager')
    await expect(tab(page, /session-manager/)).toBeVisible()
    await ask(page, 'find zzyzx')
    await expect(transcript(page).getByText('I found nothing for zzyzx.')).toBeVisible()
    await expect(tab(page, /session-manager/)).toHaveAttribute('aria-selected', 'true')
    await ask(page, 'drak theme')
    const offered = page.getByRole('button', { name: /dark theme/ })
    await expect(offered).toBeVisible()
    if (shots) await page.screenshot({ path: `${shots}/suggestions.png` })
    await offered.click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(pageErrors).toEqual([])
  },
)

test('the file in front opens in the user’s own editor', inOneHost, async ({ launch }) => {
  test.skip(process.platform === 'win32', 'the editor of this test is a script')
  const bin = await mkdtemp(join(tmpdir(), 'parley-editor-'))
  const log = join(bin, 'log.json')
  const script = `#!${process.execPath}\nrequire('node:fs').writeFileSync(${JSON.stringify(log)}, JSON.stringify(process.argv.slice(2)))\n`
  await writeFile(join(bin, 'zed'), script)
  await chmod(join(bin, 'zed'), 0o755)
  const started = async (): Promise<string> => readFile(log, 'utf8').catch(() => '')
  const { page, pageErrors } = await launch({
    env: { PATH: `${bin}${delimiter}${process.env['PATH']}`, VISUAL: 'zed', EDITOR: '' },
  })
  await ask(page, 'open session manager')
  await expect(tab(page, /session-manager/)).toHaveAttribute('aria-selected', 'true')
  await ask(page, 'open it in my editor at line 2')
  await expect(transcript(page).getByText('Opened session manager, line 2, in Zed.')).toBeVisible()
  expect(await started()).toMatch(/session-manager\.ts:2"\]$/)
  await rm(log)
  await page.keyboard.press('Alt+e')
  await expect.poll(started).toMatch(/session-manager\.ts:\d+"\]$/)
  await ask(page, 'open it in Cursor')
  await expect(transcript(page).getByText(/I did not find Cursor on this computer/)).toBeVisible()
  if (shots) await page.screenshot({ path: `${shots}/editor.png` })
  expect(pageErrors).toEqual([])
  await rm(bin, { recursive: true })
})
