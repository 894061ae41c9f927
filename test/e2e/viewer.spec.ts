// Reading and reviewing artifacts in the real window, on real files.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test, mainStory } from './parley-fixture.ts'
import { savedSettings } from './saved-settings.ts'
import { ask, tab, transcript, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

const CHANGED = '    return (hour + 1) % 12\n'
const hunk = (page: Page, text: string): Locator =>
  viewer(page).locator('.diff-hunk').filter({ hasText: text })

async function undo(page: Page): Promise<void> {
  await ask(page, 'undo that')
  const card = page.getByRole('region', { name: /Undo the last change/ })
  await card.getByRole('button', { name: /Make the change/ }).click()
  await expect(card).toBeHidden()
}

test(
  'a diff of several files is reviewed hunk by hunk, and one hunk is reverted in its file',
  mainStory,
  async ({ launch, workspace }) => {
    const notes = '# Notes\n\nNothing yet.\nAnd more.\n'
    await write(workspace, 'docs/notes.md', notes)
    const { page, pageErrors } = await launch()
    await ask(page, 'show the changes')
    await expect(viewer(page).getByText('return (hour + 1) % 12')).toBeVisible()

    await viewer(page)
      .getByRole('button', { name: /files\. Go to one/ })
      .click()
    await page.getByRole('dialog', { name: 'Go to a file' }).getByText('tide.py').click()

    // The keyboard moves from hunk to hunk; one is current and can be kept.
    await viewer(page).getByRole('group', { name: 'Changes' }).focus()
    await page.keyboard.press('j')
    await expect(viewer(page).locator('.diff-hunk-current')).toHaveCount(1)

    const change = hunk(page, 'return (hour + 1) % 12')
    await change.hover()
    await change.getByRole('button', { name: 'Revert' }).click()
    await expect(change.getByText('Reverted')).toBeVisible()
    expect(await readFile(join(workspace, 'src/tide.py'), 'utf8')).toContain('    return hour % 12\n')
    expect(await readFile(join(workspace, 'docs/notes.md'), 'utf8')).toBe(notes)

    const kept = hunk(page, 'And more.')
    await kept.getByRole('button', { name: 'Keep' }).click()
    await expect(kept.getByText('Kept')).toBeVisible()
    expect(await readFile(join(workspace, 'docs/notes.md'), 'utf8')).toBe(notes)
    expect(pageErrors).toEqual([])
  },
)

test('"undo that" restores a reverted hunk, which can be reverted again', async ({ launch, workspace }) => {
  const { page, pageErrors } = await launch()
  await ask(page, 'show the changes')
  const file = join(workspace, 'src/tide.py')
  const before = await readFile(file, 'utf8')
  const change = hunk(page, 'return (hour + 1) % 12').first()
  const revert = async (): Promise<void> => {
    await change.hover()
    await change.getByRole('button', { name: 'Revert' }).click()
    await expect(change.getByText('Reverted')).toBeVisible()
  }
  await revert()
  expect(await readFile(file, 'utf8')).not.toBe(before)

  await undo(page)
  await expect(transcript(page)).toContainText('Undone in tide.py.')
  expect(await readFile(file, 'utf8')).toBe(before)
  await tab(page, /Working changes/).click()
  await expect(change.getByText('Reverted')).toBeHidden()
  await revert()
  expect(await readFile(file, 'utf8')).not.toBe(before)
  expect(pageErrors).toEqual([])
})

test('"undo that" restores a new file whose only hunk was reverted', async ({ launch, workspace }) => {
  await write(workspace, 'src/buoy.py', 'def buoy():\n    return "red"\n')
  const { page } = await launch()
  await ask(page, 'show the changes')
  const file = join(workspace, 'src/buoy.py')
  const change = hunk(page, 'return "red"').first()
  await change.hover()
  await change.getByRole('button', { name: 'Revert' }).click()
  await expect(change.getByText('Reverted')).toBeVisible()
  await expect(readFile(file)).rejects.toThrow('ENOENT')

  await undo(page)
  await expect(transcript(page)).toContainText('Undone in buoy.py.')
  expect(await readFile(file, 'utf8')).toBe('def buoy():\n    return "red"\n')
  await tab(page, /Working changes/).click()
  await change.hover()
  await expect(change.getByRole('button', { name: 'Revert' })).toBeVisible()
})

test('a hunk is not reverted in a file that has changed since, and the window says so', async ({
  launch,
  workspace,
}) => {
  const { page } = await launch()
  await ask(page, 'show the changes')
  const change = hunk(page, 'return (hour + 1) % 12')
  await expect(change).toBeVisible()
  const file = join(workspace, 'src/tide.py')
  const elsewhere = 'def flood():\n    return 0\n'
  await writeFile(file, elsewhere)
  await change.hover()
  await change.getByRole('button', { name: 'Revert' }).click()
  await expect(change.getByRole('alert')).toBeVisible()
  expect(await readFile(file, 'utf8')).toBe(elsewhere)
  expect(CHANGED).not.toBe(elsewhere)
})

test('a line number in a diff opens the file at that line', async ({ launch }) => {
  const { page } = await launch()
  await ask(page, 'show the changes')
  await hunk(page, 'return (hour + 1) % 12').locator('[data-line="3"]').click()
  await expect(tab(page, /tide\.py/)).toHaveAttribute('aria-selected', 'true')
})

test('tabs can be closed, reopened, pinned and moved, and the history finds closed ones', async ({
  launch,
}) => {
  const { page } = await launch()
  await ask(page, 'open README.md')
  await expect(tab(page, /README\.md/)).toBeVisible()
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toBeVisible()
  await ask(page, 'find berth42')
  await expect(page.getByRole('tab')).toHaveCount(3)
  const names = async (): Promise<string[]> => page.getByRole('tab').allInnerTexts()

  // Moves the tab to the front with the mouse and back with the keyboard.
  await page
    .getByRole('tab')
    .nth(2)
    .dragTo(page.getByRole('tab').nth(0), { targetPosition: { x: 4, y: 10 } })
  await expect
    .poll(names)
    .toEqual([expect.stringContaining('berth42'), 'README.md', expect.stringContaining('tide.py')])
  await page.getByRole('tab').nth(0).click()
  await page.keyboard.press('Control+Shift+PageDown')
  await expect
    .poll(names)
    .toEqual(['README.md', expect.stringContaining('berth42'), expect.stringContaining('tide.py')])

  await page.keyboard.press('Alt+p')
  await expect(page.getByRole('button', { name: /^Unpin/ })).toBeVisible()
  await tab(page, /tide\.py/).click()
  await page.keyboard.press('Alt+w')
  await expect(page.getByRole('tab')).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+Shift+t')
  await expect(tab(page, /tide\.py/)).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('Alt+w')
  await expect(page.getByRole('tab')).toHaveCount(2)
  await page.getByRole('button', { name: 'History of this conversation' }).click()
  await page.getByRole('combobox', { name: 'Search what was shown' }).fill('tide.py')
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(tab(page, /tide\.py/)).toHaveAttribute('aria-selected', 'true')
})

test('the palette runs commands, and a changed setting survives a restart', async ({ launch, profile }) => {
  const first = await launch()
  const { page } = first
  await expect(page.getByLabel('Ask the agent')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await page.getByRole('combobox', { name: 'Commands' }).fill('sett')
  await page.keyboard.press('Enter')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await settings.getByRole('radio', { name: 'High' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'high')
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect.poll(() => savedSettings(profile)).toMatchObject({ theme: 'dark', contrast: 'high' })
  await first.stop()

  const second = await launch()
  await expect(second.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(second.page.locator('html')).toHaveAttribute('data-contrast', 'high')
})

test('a document shows an image of the workspace, and its link opens the file', async ({
  launch,
  workspace,
}) => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await write(workspace, 'docs/pixel.png', pixel)
  await write(workspace, 'docs/guide.md', '# Guide\n\n![A pixel](pixel.png)\n\n[The tide](../src/tide.py)\n')
  const { page, pageErrors } = await launch()
  await ask(page, 'open guide.md')
  await expect(viewer(page).getByRole('img', { name: 'A pixel' })).toHaveAttribute('src', /^data:image\/png/)
  await viewer(page).getByRole('link', { name: 'The tide' }).click()
  await expect(tab(page, /tide\.py/)).toHaveAttribute('aria-selected', 'true')
  expect(pageErrors).toEqual([])
})

test(
  'an edit needs approval, shows its diff, and is made when approved',
  mainStory,
  async ({ launch, workspace }) => {
    const { page } = await launch()
    await ask(page, 'replace berth1 with mooring1 in session-manager.ts')
    const card = page.getByRole('region', { name: /session-manager|mooring1|replace/i })
    await expect(card).toBeVisible()
    const before = await readFile(join(workspace, 'src/session-manager.ts'), 'utf8')
    expect(before).not.toContain('mooring1')
    await card.getByRole('button', { name: /Make the change/ }).click()
    await expect(card).toBeHidden()
    await expect
      .poll(async () => readFile(join(workspace, 'src/session-manager.ts'), 'utf8'))
      .toContain('mooring1')
    await expect(transcript(page)).toContainText(/places in/i)
  },
)
