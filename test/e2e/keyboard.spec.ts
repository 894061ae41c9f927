// The window without a mouse.
import { expect, test } from './parley-fixture.ts'
import { ask, tab, viewer } from './what-a-person-does.ts'

test('a question, a result, a file and the way back, by keyboard alone', async ({ launch }) => {
  const { page, complaints } = await launch()
  await expect(page.getByLabel('Ask the agent')).toBeFocused()
  await page.keyboard.type('find berth77')
  await page.keyboard.press('Enter')
  await expect(
    viewer(page).getByRole('option').getByText('export const berth77', { exact: false }),
  ).toBeVisible()

  // F6 goes from part to part: the text box, the tabs, the status bar.
  await page.keyboard.press('F6')
  await expect(tab(page, /berth77/)).toBeFocused()
  const list = viewer(page).getByRole('listbox')
  await list.focus()
  await page.keyboard.press('Enter')
  // The list is out of sight now, and the keys must not go on to it.
  await expect(tab(page, /session-manager\.ts/)).toBeFocused()
  await page.keyboard.press('Control+PageUp')
  await expect(tab(page, /berth77/)).toHaveAttribute('aria-selected', 'true')
  // A list moves by PageDown; with Control it is the window's key there too.
  await list.focus()
  await page.keyboard.press('Control+PageDown')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  expect(complaints).toEqual([])
})

test('the keys are listed, and single letters are text where one types', async ({ launch }) => {
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

test('the window stays whole at twice the size', async ({ launch }) => {
  const { page } = await launch()
  await ask(page, 'open README.md')
  await expect(viewer(page).getByRole('heading', { name: 'Harbour' })).toBeVisible()
  // Twice the size is half the room.
  await page.setViewportSize({ width: 640, height: 400 })
  await expect(page.getByLabel('Ask the agent')).toBeInViewport()
  await expect(viewer(page).getByRole('heading', { name: 'Harbour' })).toBeInViewport()
  // Some parts are told of their new width a frame later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
})
