// Reading and reviewing artifacts in the real window, on real files.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test, mainStory } from './parley-fixture.ts'
import { savedSettings } from './saved-settings.ts'
import { ask, tab, transcript, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

const hunk = (page: Page, text: string): Locator =>
  viewer(page).locator('.diff-hunk').filter({ hasText: text })

const toolbar = (page: Page): Locator => viewer(page).getByRole('toolbar', { name: 'Review' })
/** A hunk by its place among the `.diff-hunk` of the diff, whatever is left of it on the page. */
const hunkAt = (page: Page, file: number, at: number): Locator =>
  viewer(page).locator(`.diff-hunk[data-file="${file}"][data-hunk="${at}"]`)

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
    await page.keyboard.press('k')
    await expect(viewer(page).locator('.diff-hunk-current')).toHaveCount(1)

    const change = hunk(page, 'return (hour + 1) % 12')
    await change.getByRole('button', { name: 'Revert' }).click()
    await expect(change.getByText('Reverted')).toBeVisible()
    expect(await readFile(join(workspace, 'src/tide.py'), 'utf8')).toContain('    return hour % 12\n')
    expect(await readFile(join(workspace, 'docs/notes.md'), 'utf8')).toBe(notes)

    const kept = hunkAt(page, 0, 0)
    await expect(kept).toContainText('And more.')
    await kept.getByRole('button', { name: 'Keep' }).click()
    await expect(kept.getByText('Kept')).toBeVisible()
    // Only its bar is left, and opens again.
    await expect(kept).not.toContainText('And more.')
    await kept.getByRole('button', { expanded: false }).click()
    await expect(kept).toContainText('And more.')
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
    await change.getByRole('button', { name: 'Revert' }).click()
    await expect(change.getByText('Reverted')).toBeVisible()
  }
  await revert()
  expect(await readFile(file, 'utf8')).not.toBe(before)

  // Reverting needed no approval, so undoing it needs none, and the diff stays in front.
  await ask(page, 'undo that')
  await expect(transcript(page)).toContainText('Undone in tide.py.')
  expect(await readFile(file, 'utf8')).toBe(before)
  await expect(page.getByRole('tab')).toHaveCount(1)
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
  await change.getByRole('button', { name: 'Revert' }).click()
  await expect(change.getByText('Reverted')).toBeVisible()
  await expect(readFile(file)).rejects.toThrow('ENOENT')

  await ask(page, 'undo that')
  await expect(transcript(page)).toContainText('Undone in buoy.py.')
  expect(await readFile(file, 'utf8')).toBe('def buoy():\n    return "red"\n')
  await expect(change.getByRole('button', { name: 'Revert' })).toBeVisible()
})

test('a hunk of an earlier diff is not reverted in a file that has changed since', async ({
  launch,
  workspace,
}) => {
  const { page } = await launch()
  await ask(page, 'show me the last commit')
  await viewer(page)
    .getByRole('button', { name: /files\. Go to one/ })
    .click()
  await page.getByRole('dialog', { name: 'Go to a file' }).getByText('tide.py').click()
  const change = hunk(page, 'return hour % 12')
  await expect(change).toBeVisible()
  const before = await readFile(join(workspace, 'src/tide.py'), 'utf8')
  await change.getByRole('button', { name: 'Revert' }).click()
  await expect(change.getByRole('alert')).toContainText('Out of date')
  expect(await readFile(join(workspace, 'src/tide.py'), 'utf8')).toBe(before)

  // This diff cannot be made again, so the changes come in a tab of their own.
  await change.getByRole('button', { name: 'Refresh' }).click()
  await expect(tab(page, /Working changes/)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab')).toHaveCount(2)
})

test(
  'hunks are decided with the toolbar and the keyboard, and each decision can be undone',
  mainStory,
  async ({ launch, workspace }) => {
    const file = join(workspace, 'src/session-manager.ts')
    const committed = await readFile(file, 'utf8')
    const changed = [5, 50, 100].reduce(
      (text, line) => text.replace(`berth${line} = ${line} `, `berth${line} = ${line * 2} `),
      committed,
    )
    await writeFile(file, changed)
    const { page, pageErrors } = await launch()
    await ask(page, 'show the changes')
    const position = toolbar(page).locator('.diff-position')
    const current = viewer(page).locator('.diff-hunk-current')
    // src/hostile.html, three in src/session-manager.ts, src/tide.py; the first is current from the start.
    await expect(position).toHaveText('1 of 5')
    await expect(current).toHaveAttribute('data-file', '0')
    const text = async (): Promise<string> => readFile(file, 'utf8')

    await toolbar(page)
      .getByRole('button', { name: /^Next hunk/ })
      .click()
    await expect(position).toHaveText('2 of 5')
    await toolbar(page).getByRole('button', { name: 'Revert' }).click()
    await expect(hunkAt(page, 1, 0).getByText('Reverted')).toBeVisible()
    expect(await text()).toContain('berth5 = 5 ')

    // Keys work wherever the focus is, outside of text fields.
    await tab(page, /Working changes/).focus()
    await page.keyboard.press('j')
    await expect(position).toHaveText('3 of 5')
    await page.keyboard.press('r')
    await expect(hunkAt(page, 1, 1).getByText('Reverted')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('y')
    await expect(hunkAt(page, 1, 2).getByText('Kept')).toBeVisible()
    await page.keyboard.press('y')
    await expect(hunkAt(page, 1, 2).getByText('Kept')).toBeVisible()

    // Any hunk can be put back, not only the last.
    await hunkAt(page, 1, 0).getByRole('button', { name: 'Undo' }).click()
    await expect(hunkAt(page, 1, 0).getByRole('button', { name: 'Revert' })).toBeVisible()
    expect(await text()).toBe(changed.replace('berth50 = 100 ', 'berth50 = 50 '))
    await page.keyboard.press('ControlOrMeta+z')
    await expect(hunkAt(page, 1, 2).getByText('Kept')).toBeHidden()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(hunkAt(page, 1, 1).getByText('Reverted')).toBeHidden()
    await expect.poll(text).toBe(changed)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(hunkAt(page, 1, 1).getByText('Reverted')).toBeVisible()
    expect(await text()).toContain('berth50 = 50 ')
    // In a text field, the key undoes what was typed.
    const box = page.getByLabel('Ask the agent')
    await box.click()
    await page.keyboard.type('hello')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(hunkAt(page, 1, 1).getByText('Reverted')).toBeVisible()
    await box.fill('')

    await ask(page, 'how many are left')
    await expect(transcript(page)).toContainText('Four of five hunks are left.')

    // A file at once, and the rest after a question.
    await viewer(page).getByRole('button', { name: 'Keep all of src/session-manager.ts' }).click()
    await expect(viewer(page).getByText('Kept')).toHaveCount(2)
    const more = toolbar(page).getByRole('button', { name: 'More decisions' })
    await more.click()
    await page.getByRole('button', { name: 'Revert the rest (2)…' }).click()
    const question = viewer(page).getByRole('alertdialog')
    await expect(question).toContainText('Revert 2 hunks in 2 files?')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await more.click()
    await page.getByRole('button', { name: 'Revert the rest (2)…' }).click()
    await question.getByRole('button', { name: 'Revert 2 hunks' }).click()
    await expect(viewer(page).getByText('Reverted')).toHaveCount(3)
    expect(await readFile(join(workspace, 'src/tide.py'), 'utf8')).toContain('return hour % 12')
    await toolbar(page)
      .getByRole('button', { name: /^Undo the last decision/ })
      .click()
    await expect(viewer(page).getByText('Reverted')).toHaveCount(1)
    await expect
      .poll(async () => readFile(join(workspace, 'src/tide.py'), 'utf8'))
      .toContain('return (hour + 1) % 12')
    expect(pageErrors).toEqual([])
  },
)

test('decisions about hunks survive a reload and a restart, and can still be undone', async ({
  launch,
  workspace,
}) => {
  await write(workspace, 'docs/notes.md', '# Notes\n\nNothing yet.\nAnd more.\n')
  const file = join(workspace, 'src/tide.py')
  const first = await launch()
  await ask(first.page, 'show the changes')
  await hunkAt(first.page, 0, 0).getByRole('button', { name: 'Keep' }).click()
  await hunkAt(first.page, 2, 0).getByRole('button', { name: 'Revert' }).click()
  await expect(hunkAt(first.page, 2, 0).getByText('Reverted')).toBeVisible()
  await first.page.reload()
  await expect(hunkAt(first.page, 0, 0).getByText('Kept')).toBeVisible()
  await expect(hunkAt(first.page, 2, 0).getByText('Reverted')).toBeVisible()
  await first.stop()

  const { page, pageErrors } = await launch()
  await expect(hunkAt(page, 0, 0).getByText('Kept')).toBeVisible()
  await expect(hunkAt(page, 0, 0)).not.toContainText('And more.')
  const reverted = hunkAt(page, 2, 0)
  await expect(reverted.getByText('Reverted')).toBeVisible()
  expect(await readFile(file, 'utf8')).toContain('return hour % 12')
  await reverted.getByRole('button', { name: 'Undo' }).click()
  await expect(reverted.getByRole('button', { name: 'Revert' })).toBeVisible()
  expect(await readFile(file, 'utf8')).toContain('return (hour + 1) % 12')
  expect(pageErrors).toEqual([])
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
