// Going through what a search found: the list, and the lines around the chosen result beside it.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './parley-fixture.ts'
import { savedSettings } from './saved-settings.ts'
import { ask, tab, viewer } from './what-a-person-does.ts'
import { PAYLOAD, write } from './workspace-fixture.ts'

const preview = (page: Page): Locator => viewer(page).getByRole('region', { name: 'Preview' })
const list = (page: Page): Locator => viewer(page).getByRole('listbox')
const found = (page: Page): Locator => preview(page).locator('.preview-found')

/** A search that takes a while shows what it has so far: the list is gone through when all of it is there. */
async function find(page: Page, words: string, results: string): Promise<void> {
  await ask(page, `find ${words}`)
  await expect(viewer(page)).toContainText(results)
}
const BERTHS = '11 results in 1 file'

test('the lines around a result follow the list, and Enter opens the file there', async ({ launch }) => {
  const { page, complaints } = await launch()
  await find(page, 'berth4', BERTHS)
  await expect(found(page)).toContainText('export const berth4 = 4')
  await expect(found(page).locator('mark')).toHaveText('berth4')
  // What is around it, which the list does not show.
  await expect(preview(page)).toContainText('export const berth3 = 3')

  await list(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(found(page)).toContainText('export const berth40 = 40')
  await expect(found(page)).toBeInViewport()

  await page.keyboard.press('Enter')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  expect(complaints).toEqual([])
})

test('a click shows a result, a second one opens it', async ({ launch }) => {
  const { page } = await launch()
  await find(page, 'berth4', BERTHS)
  await list(page).getByText('berth42').click()
  await expect(found(page)).toContainText('export const berth42 = 42')
  await expect(page.getByRole('tab')).toHaveCount(1)
  await list(page).getByText('berth42').dblclick()
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
})

test('the preview can be put away, which is remembered, and then a click opens', async ({
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

test('what is gone, changed or hostile is said or shown as it is', async ({ launch, workspace }) => {
  await write(workspace, 'src/a-trap.txt', `needle one\n${PAYLOAD}\nneedle two\n`)
  await write(workspace, 'src/b-gone.txt', 'needle three\n')
  const { page, complaints } = await launch()
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
  expect(complaints).toEqual([])
})
