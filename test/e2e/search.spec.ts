// Browsing search results: the list, and the lines around the selected result beside it.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './parley-fixture.ts'
import { savedSettings } from './saved-settings.ts'
import { ask, tab, viewer } from './user-actions.ts'
import { PAYLOAD, write } from './workspace-fixture.ts'

const preview = (page: Page): Locator => viewer(page).getByRole('region', { name: 'Preview' })
const list = (page: Page): Locator => viewer(page).getByRole('listbox')
const found = (page: Page): Locator => preview(page).locator('.preview-found')

/** A slow search shows partial results, so the test waits for all of them. */
async function find(page: Page, query: string, results: string): Promise<void> {
  await ask(page, `find ${query}`)
  await expect(viewer(page)).toContainText(results)
}
const BERTHS = '11 results in 1 file'

test('the preview follows the selected result, and Enter opens the file there', async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await find(page, 'berth4', BERTHS)
  await expect(found(page)).toContainText('export const berth4 = 4')
  await expect(found(page).locator('mark')).toHaveText('berth4')
  // Lines around the result, which the list does not show.
  await expect(preview(page)).toContainText('export const berth3 = 3')

  await list(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(found(page)).toContainText('export const berth40 = 40')
  await expect(found(page)).toBeInViewport()

  await page.keyboard.press('Enter')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  expect(pageErrors).toEqual([])
})

test('one click previews a result, a second click opens it', async ({ launch }) => {
  const { page } = await launch()
  await find(page, 'berth4', BERTHS)
  await list(page).getByText('berth42').click()
  await expect(found(page)).toContainText('export const berth42 = 42')
  await expect(page.getByRole('tab')).toHaveCount(1)
  await list(page).getByText('berth42').dblclick()
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
})

test('the preview can be hidden, stays hidden, and a click then opens the file', async ({
  launch,
  profile,
}) => {
  const first = await launch()
  await find(first.page, 'berth4', BERTHS)
  await expect(preview(first.page)).toBeVisible()
  await viewer(first.page).getByRole('button', { name: 'Preview' }).click()
  await expect(preview(first.page)).toBeHidden()
  await expect.poll(() => savedSettings(profile)).toMatchObject({ searchPreview: 'hidden' })
  await first.stop()

  const { page } = await launch()
  await expect(list(page)).toBeVisible()
  await expect(preview(page)).toBeHidden()
  await list(page).getByText('berth42').click()
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
})

test('missing, changed and hostile files are reported or shown as text', async ({ launch, workspace }) => {
  await write(workspace, 'src/a-trap.txt', `needle one\n${PAYLOAD}\nneedle two\n`)
  await write(workspace, 'src/b-gone.txt', 'needle three\n')
  const { page, pageErrors } = await launch()
  await find(page, 'needle', '3 results in 2 files')
  await expect(found(page)).toContainText('needle one')
  await expect(preview(page)).toContainText('onerror=')

  await writeFile(join(workspace, 'src/a-trap.txt'), 'nothing\nnothing\nnothing\n')
  await list(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(preview(page)).toContainText('changed since the search')

  await rm(join(workspace, 'src/b-gone.txt'))
  await page.keyboard.press('End')
  await expect(preview(page)).toContainText('There is no file src/b-gone.txt')
  expect(await page.evaluate('window.pwned')).toBeUndefined()
  expect(pageErrors).toEqual([])
})
