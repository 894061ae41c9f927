// What developers say all day to the built-in agent, besides questions about the code.
import { expect, test } from './parley-fixture.ts'
import { ask, transcript } from './user-actions.ts'

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
