// The window without a mouse.
import { expect, inOneHost, test } from './parley-fixture.ts'
import { ask, tab, viewer } from './user-actions.ts'

test('the keyboard alone reaches a question, a result, a file, and back', async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await expect(page.getByLabel('Ask the agent')).toBeFocused()
  await page.keyboard.type('find berth77')
  await page.keyboard.press('Enter')
  await expect(
    viewer(page).getByRole('option').getByText('export const berth77', { exact: false }),
  ).toBeVisible()

  // F6 moves between the text box, the tabs and the status bar.
  await page.keyboard.press('F6')
  await expect(tab(page, /berth77/)).toBeFocused()
  const list = viewer(page).getByRole('listbox')
  await list.focus()
  await page.keyboard.press('Enter')
  // The list is hidden now and must not receive the keys.
  await expect(tab(page, /session-manager\.ts/)).toBeFocused()
  await page.keyboard.press('Control+PageUp')
  await expect(tab(page, /berth77/)).toHaveAttribute('aria-selected', 'true')
  // PageDown scrolls a list; with Control it is the window's shortcut there too.
  await list.focus()
  await page.keyboard.press('Control+PageDown')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  expect(pageErrors).toEqual([])
})

test('the shortcuts are listed, and single letters type text in an input', inOneHost, async ({ launch }) => {
  const { page } = await launch()
  await page.getByLabel('Ask the agent').press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Ask the agent')).toHaveValue('?')
  await page.getByLabel('Ask the agent').fill('')
  await page.getByRole('button', { name: 'All commands', exact: false }).first().focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByRole('option', { name: /Next hunk/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
})

test('the window stays usable at 200 % zoom', inOneHost, async ({ launch }) => {
  const { page } = await launch()
  await ask(page, 'open README.md')
  await expect(viewer(page).getByRole('heading', { name: 'Harbour' })).toBeVisible()
  // A zoom of 200 % halves the space.
  await page.setViewportSize({ width: 640, height: 400 })
  await expect(page.getByLabel('Ask the agent')).toBeInViewport()
  await expect(viewer(page).getByRole('heading', { name: 'Harbour' })).toBeInViewport()
  // Some elements learn their new width one frame later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
})
