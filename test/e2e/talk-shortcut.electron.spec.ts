// The global shortcuts, which work while another window is in front.
import { execFileSync } from 'node:child_process'
import { canPressKeys } from '../../build/system-packages.ts'
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { expect, test } from './talk-fixture.ts'

const microphone = joined([recordings('commands')[3]!.samples, silence(1)])

test('the global shortcut is registered, and starts and stops talking in turn', async ({ startTalk }) => {
  const { page, electron, agent } = await startTalk({ microphone })
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
  expect(
    await electron!.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+Space')),
  ).toBe(true)
  await page.getByRole('button', { name: /^Microphone/ }).click()
  await expect(page.getByText('starts and stops talking')).toBeVisible()
  await page.keyboard.press('Escape')
  // Sends the window what the app sends when the system reports the shortcut.
  const press = () =>
    electron!.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        window.webContents.send('parley.event', 'talk.toggled', null)
    })
  await press()
  await expect.poll(async () => (await agent.takes()).at(-1)?.frames ?? 0).toBeGreaterThan(20)
  await press()
  await expect.poll(async () => (await agent.takes()).at(-1)?.end).toBe('stopped')
})

test('the global shortcut works while another window is in front and this one is hidden', async ({
  startTalk,
}) => {
  const hasXdotool = process.platform === 'linux' && canPressKeys()
  if (!hasXdotool && process.env['PARLEY_DEMAND_ALL']) throw new Error('xdotool is not installed.')
  test.skip(!hasXdotool, 'xdotool is not installed.')
  const { page, electron, agent } = await startTalk({ microphone })
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
  const throttled = await electron!.evaluate(async ({ BrowserWindow }) => {
    const [ours] = BrowserWindow.getAllWindows()
    const other = new BrowserWindow({ width: 400, height: 300 })
    await other.loadURL('data:text/html,<title>Another program</title>')
    other.focus()
    ours!.hide()
    return ours!.webContents.getBackgroundThrottling()
  })
  // A throttled page would open the microphone a second later.
  expect(throttled).toBe(false)
  const press = () => execFileSync('xdotool', ['key', 'ctrl+alt+space'])
  press()
  await expect.poll(async () => (await agent.takes()).at(-1)?.frames ?? 0).toBeGreaterThan(20)
  press()
  await expect.poll(async () => (await agent.takes()).at(-1)?.end).toBe('stopped')
})

test('no global shortcut is registered when it is turned off', async ({ startTalk }) => {
  const { page, electron } = await startTalk({ microphone, args: ['--talk-shortcut', 'off'] })
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
  expect(
    await electron!.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+Space')),
  ).toBe(false)
  await page.getByRole('button', { name: /^Microphone/ }).click()
  await expect(page.getByText('Parley is not listening.')).toBeVisible()
  await expect(page.getByText('starts and stops talking')).toHaveCount(0)
})

test('the global shortcut follows the settings, and a refusal by the system is shown', async ({
  startTalk,
}) => {
  const { page, electron } = await startTalk({ microphone })
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
  // Another program takes F9 before Parley does.
  await electron!.evaluate(({ globalShortcut }) => globalShortcut.register('F9', () => {}))
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('radio', { name: 'F9' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Microphone/ }).click()
  await expect(page.getByText('is not available.')).toBeVisible()
  expect(
    await electron!.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+Space')),
  ).toBe(false)
})
