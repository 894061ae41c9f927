// Checks every page and view with axe, in every theme and contrast. The page is the same in both hosts.
import { violationsInAllAppearances } from './axe.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, tab, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

test('the first page has no violations', async ({ launch }) => {
  const { page } = await launch({ workspace: null })
  await expect(page.getByRole('button', { name: /open folder/i })).toBeVisible()
  expect(await violationsInAllAppearances(page, 'first run')).toEqual([])
})

test('no view has violations', async ({ launch }) => {
  test.slow()
  const { page } = await launch({ args: ['--livekit-program', '/nowhere/livekit-server'] })
  const found: string[] = []
  const check = async (where: string): Promise<void> => {
    found.push(...(await violationsInAllAppearances(page, where)))
  }
  await expect(page.getByText('Ask a question; results open here.')).toBeVisible()
  await check('empty room')

  await ask(page, 'show the changes')
  await expect(viewer(page).getByText('return (hour + 1) % 12')).toBeVisible()
  await page.keyboard.press('F7')
  await check('diff')

  await ask(page, 'open README.md')
  await expect(viewer(page).getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await check('markdown')

  await ask(page, 'open tide.py')
  await expect(viewer(page).getByRole('textbox', { name: /tide\.py/ })).toBeAttached()
  await check('code')

  await ask(page, 'find berth42')
  await expect(viewer(page).locator('.preview-found')).toContainText('export const berth42 = 42')
  await check('search results')

  await ask(page, 'open logo.png')
  await expect(tab(page, /logo\.png/)).toHaveAttribute('aria-selected', 'true')
  await check('file')

  await ask(page, 'open ../../etc/passwd')
  await expect(
    viewer(page)
      .getByText(/outside/i)
      .first(),
  ).toBeVisible()
  await check('error')

  await page.keyboard.press('ControlOrMeta+Shift+p')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await check('palette')
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+Shift+h')
  await expect(page.getByRole('dialog', { name: 'Everything shown' })).toBeVisible()
  await check('history')
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+,')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await check('settings')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Room:/ }).click()
  await page.getByRole('button', { name: 'Talk from other places' }).click()
  const room = page.getByRole('dialog', { name: 'Room' })
  await room.getByRole('button', { name: 'Start a server on this computer' }).click()
  await expect(room.getByRole('alert')).toBeVisible()
  await room.getByRole('button', { name: 'Check' }).click()
  await expect(room.getByRole('listitem').first()).toBeVisible()
  await check('room')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Devices:/ }).click()
  await check('devices in the status bar')
  await page.getByRole('button', { name: 'Pair a device' }).click()
  const devices = page.getByRole('dialog', { name: 'Devices', exact: true })
  await devices.getByRole('button', { name: 'Make a code' }).click()
  await expect(devices.getByRole('img')).toBeVisible()
  await devices.getByRole('button', { name: 'Cancel the code' }).click()
  await check('devices')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Microphone/ }).click()
  await check('status bar')
  await page.keyboard.press('Escape')

  await ask(page, 'replace berth1 with mooring1 in session-manager.ts')
  await expect(page.getByRole('button', { name: /Make the change/ })).toBeVisible()
  await check('approval')

  expect(found).toEqual([])
})

test('no page around the views has violations', async ({ launch, workspace }) => {
  test.slow()
  await write(workspace, 'watch.mjs', "console.log('waiting for the tide')\nsetInterval(() => {}, 1000)\n")
  const { page } = await launch()
  const found: string[] = []
  const check = async (where: string): Promise<void> => {
    found.push(...(await violationsInAllAppearances(page, where)))
  }
  const fromPalette = async (text: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+Shift+p')
    await page.getByRole('combobox', { name: 'Commands' }).fill(text)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('Ask a question; results open here.')).toBeVisible()

  await fromPalette('Keyboard shortcuts')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await check('keyboard shortcuts')
  await page.keyboard.press('Escape')

  await fromPalette('About Parley')
  const about = page.getByRole('dialog', { name: 'About Parley' })
  await expect(about.locator('summary').first()).toBeVisible()
  await about.locator('summary').first().click()
  await expect(about.locator('pre').first()).toBeVisible()
  await check('about')
  await page.keyboard.press('Escape')

  await fromPalette('Open folder')
  const folder = page.getByRole('dialog', { name: 'Folder' })
  await expect(folder).toBeVisible()
  await check('another folder')
  await page.keyboard.press('Escape')
  await expect(folder).toBeHidden()

  await fromPalette('Settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('heading', { name: 'OpenClaw' }).scrollIntoViewIfNeeded()
  await settings
    .getByRole('group', { name: 'Connection: OpenClaw' })
    .getByRole('button', { name: 'Test the connection' })
    .click()
  await expect(settings.locator('.connection-report')).toBeVisible()
  await check('OpenClaw settings')
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()

  await ask(page, 'what can I say')
  await expect(viewer(page).getByRole('heading', { name: 'What you can say', level: 1 })).toBeVisible()
  await check('help')

  await ask(page, 'run node watch.mjs')
  await page
    .getByRole('region', { name: 'Run a command' })
    .getByRole('button', { name: /^Run it/ })
    .click()
  await expect(viewer(page)).toContainText('waiting for the tide')
  await check('live output')

  expect(found).toEqual([])
})
