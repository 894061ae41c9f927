// The keys that work while another window is in front.
import { execFileSync } from 'node:child_process'
import { canPressKeys } from '../../build/system-packages.ts'
import { joined } from '../../src/core/ears/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { expect, test } from './talk-fixture.ts'

const microphone = joined([recordings('commands')[3]!.samples, silence(1)])

test('the keys are had from the system, and begin and end talking in turn', async ({ talking }) => {
  const { page, electron, agent } = await talking({ microphone })
  await expect(page.getByRole('button', { name: 'Room: Connected' })).toBeVisible()
  expect(
    await electron!.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+Space')),
  ).toBe(true)
  await page.getByRole('button', { name: /^Microphone/ }).click()
  await expect(page.getByText('begins talking and ends it')).toBeVisible()
  await page.keyboard.press('Escape')
  // As the app tells the window when the system tells the app.
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

test('pressed at the keyboard while another window is in front and this one is out of sight, they begin and end talking', async ({
  talking,
}) => {
  const able = process.platform === 'linux' && canPressKeys()
  if (!able && process.env['PARLEY_DEMAND_ALL']) throw new Error('There is no xdotool to press keys with.')
  test.skip(!able, 'There is no xdotool to press keys with.')
  const { page, electron, agent } = await talking({ microphone })
  await expect(page.getByRole('button', { name: 'Room: Connected' })).toBeVisible()
  const throttled = await electron!.evaluate(async ({ BrowserWindow }) => {
    const [ours] = BrowserWindow.getAllWindows()
    const other = new BrowserWindow({ width: 400, height: 300 })
    await other.loadURL('data:text/html,<title>Another program</title>')
    other.focus()
    ours!.hide()
    return ours!.webContents.getBackgroundThrottling()
  })
  // A page that is slowed down would open the microphone a second later.
  expect(throttled).toBe(false)
  const press = () => execFileSync('xdotool', ['key', 'ctrl+alt+space'])
  press()
  await expect.poll(async () => (await agent.takes()).at(-1)?.frames ?? 0).toBeGreaterThan(20)
  press()
  await expect.poll(async () => (await agent.takes()).at(-1)?.end).toBe('stopped')
})

test('where no keys are wanted, none are taken', async ({ talking }) => {
  const { page, electron } = await talking({ microphone, args: ['--talk-shortcut', 'off'] })
  await expect(page.getByRole('button', { name: 'Room: Connected' })).toBeVisible()
  expect(
    await electron!.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+Space')),
  ).toBe(false)
  await page.getByRole('button', { name: /^Microphone/ }).click()
  await expect(page.getByText('Nothing is heard.')).toBeVisible()
  await expect(page.getByText('begins talking and ends it')).toHaveCount(0)
})

test('the keys follow the settings, and a refusal of the system is told', async ({ talking }) => {
  const { page, electron } = await talking({ microphone })
  await expect(page.getByRole('button', { name: 'Room: Connected' })).toBeVisible()
  // Somebody else takes F9 before Parley does.
  await electron!.evaluate(({ globalShortcut }) => globalShortcut.register('F9', () => {}))
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('radio', { name: 'F9' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Microphone/ }).click()
  await expect(page.getByText('could not be had.')).toBeVisible()
  expect(
    await electron!.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+Space')),
  ).toBe(false)
})
