// Pointing by words: tabs by their place and title, and parts of the code in front.
import { expect, test } from './parley-fixture.ts'
import { ask, tab, viewer } from './user-actions.ts'

test('a tab is meant by its place or by words of its title', async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await ask(page, 'find berth4')
  await expect(viewer(page)).toContainText('11 results')
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toHaveAttribute('aria-selected', 'true')
  await ask(page, 'open session-manager.ts')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')

  await ask(page, 'the second tab')
  await expect(tab(page, /tide\.py/)).toHaveAttribute('aria-selected', 'true')
  await ask(page, 'switch to the manager tab')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  await ask(page, 'the first tab')
  await expect(tab(page, /berth4/)).toHaveAttribute('aria-selected', 'true')
  await ask(page, 'the last tab')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  expect(pageErrors).toEqual([])
})
