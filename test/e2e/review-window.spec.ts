// Comments on hunks and diffs that follow the disk, in the real window on real files; the strip of a guided review in the
// gallery.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { violationsInAllAppearances } from './axe.ts'
import { test as galleryTest } from './gallery-fixture.ts'
import { expect, test, mainStory, inOneHost } from './parley-fixture.ts'
import { ask, transcript, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

const run = promisify(execFile)
const hunkAt = (page: Page, file: number, at: number): Locator =>
  viewer(page).locator(`.diff-hunk[data-file="${file}"][data-hunk="${at}"]`)
const toolbar = (page: Page): Locator => viewer(page).getByRole('toolbar', { name: 'Review' })
const box = (page: Page): Locator => viewer(page).getByRole('textbox', { name: 'Comment on this hunk' })
const comment = (hunk: Locator): Locator => hunk.getByRole('group', { name: 'Your comment' })

test('comments are written by keyboard alone, and survive a reload', mainStory, async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await ask(page, 'show the changes')
  await expect(hunkAt(page, 1, 0)).toBeVisible()
  await viewer(page).getByRole('group', { name: 'Changes' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await expect(box(page)).toBeFocused()
  // Escape leaves nothing behind, and the keys for hunks work again at once.
  await page.keyboard.type('never mind')
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await expect(viewer(page).getByRole('group', { name: 'Changes' })).toBeFocused()
  await page.keyboard.press('c')
  await expect(box(page)).toHaveValue('')
  await page.keyboard.type('Why plus one?')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Explain it.')
  await page.keyboard.press('Enter')
  await expect(comment(hunkAt(page, 1, 0))).toContainText('Why plus one?\nExplain it.', {
    useInnerText: true,
  })
  await expect(viewer(page).getByRole('group', { name: 'Changes' })).toBeFocused()
  // A kept hunk is folded; its bar says that there is a comment.
  await page.keyboard.press('y')
  await expect(comment(hunkAt(page, 1, 0))).toBeHidden()
  await expect(hunkAt(page, 1, 0).getByRole('button', { name: 'Commented' })).toBeVisible()

  await page.reload()
  await hunkAt(page, 1, 0).getByRole('button', { name: 'Commented' }).press('Enter')
  await expect(comment(hunkAt(page, 1, 0))).toContainText('Explain it.')
  // The same key edits it.
  await hunkAt(page, 1, 0).getByRole('button', { name: 'Comment on this hunk (C)' }).focus()
  await page.keyboard.press('c')
  await expect(box(page)).toHaveValue('Why plus one?\nExplain it.')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Why?')
  await page.keyboard.press('Enter')
  await expect(comment(hunkAt(page, 1, 0)).locator('p')).toHaveText('Why?')
  expect(pageErrors).toEqual([])
})

test('comments are written, changed and deleted by mouse alone', async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await ask(page, 'show the changes')
  const hunk = hunkAt(page, 0, 0)
  await hunk.getByRole('button', { name: 'Comment on this hunk (C)' }).click()
  await expect(box(page)).toBeFocused()
  await box(page).fill('Too hostile.')
  await viewer(page).getByRole('button', { name: 'Save' }).click()
  await expect(comment(hunk)).toContainText('Too hostile.')
  await comment(hunk).getByRole('button', { name: 'Edit the comment' }).click()
  await expect(box(page)).toHaveValue('Too hostile.')
  await viewer(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(comment(hunk)).toContainText('Too hostile.')
  await expect(toolbar(page).getByRole('button', { name: 'More decisions' })).toBeVisible()
  await toolbar(page).getByRole('button', { name: 'More decisions' }).click()
  await expect(page.getByRole('button', { name: /^Send to the agent \(1\)/ })).toBeEnabled()
  await page.keyboard.press('Escape')
  await comment(hunk).getByRole('button', { name: 'Delete the comment' }).click()
  await expect(comment(hunk)).toBeHidden()

  await toolbar(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await box(page).fill('use another tag')
  await viewer(page)
    .getByRole('button', { name: /^Ask for this change/ })
    .click()
  await expect(transcript(page)).toContainText('Change this hunk: use another tag')
  await expect(box(page)).toBeHidden()
  expect(pageErrors).toEqual([])
})

test(
  'the diff of the working changes follows the disk and keeps its place, decisions and comments',
  mainStory,
  async ({ launch, workspace }) => {
    const file = join(workspace, 'src/session-manager.ts')
    const committed = await readFile(file, 'utf8')
    const change = (text: string, ...lines: number[]): string =>
      lines.reduce((now, line) => now.replace(`berth${line} = ${line} `, `berth${line} = ${line * 2} `), text)
    await writeFile(file, change(committed, 30, 50, 70, 90, 110))
    const { page, pageErrors } = await launch()
    await ask(page, 'show the changes')
    const position = toolbar(page).locator('.diff-position')
    await expect(position).toHaveText('1 of 7')
    await viewer(page).getByRole('group', { name: 'Changes' }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('y')
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('j')
    await expect(position).toHaveText('5 of 7')
    await page.keyboard.press('c')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('Is that enough?')
    await page.keyboard.press('Enter')
    const current = viewer(page).locator('.diff-hunk-current')
    await expect(comment(current)).toBeVisible()
    const topOf = async (): Promise<number> => (await current.locator('.hunk-bar').boundingBox())!.y
    const before = await topOf()
    // Every position of the hunk in every frame from now on.
    await page.evaluate(() => {
      const seen: number[] = []
      const look = (): void => {
        const bar = document.querySelector('.diff-hunk-current .hunk-bar')
        seen.push(bar ? bar.getBoundingClientRect().top : -1)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
      Object.assign(window, { seen })
    })

    // Changes above and below: a new file, a new hunk, and lines that shift the others.
    await write(workspace, 'a-first.txt', 'one\ntwo\nthree\n')
    await writeFile(file, `// A new first line.\n${change(committed, 10, 30, 50, 70, 90, 110)}`)
    await expect(position).toHaveText(/of (?:9|10)$/)
    await expect(comment(current)).toContainText('Is that enough?')
    await expect(viewer(page).getByText('Kept', { exact: true })).toHaveCount(1)
    await expect(page.getByRole('tab')).toHaveCount(1)
    expect(Math.abs((await topOf()) - before)).toBeLessThan(1)
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
    expect(Math.max(...seen.map((top) => Math.abs(top - before)))).toBeLessThan(1)

    // A commit leaves nothing, and the tab says so.
    await run('git', ['-c', 'user.name=T', '-c', 'user.email=t@localhost', 'add', '-A'], { cwd: workspace })
    await run('git', ['-c', 'user.name=T', '-c', 'user.email=t@localhost', 'commit', '-qm', 'all'], {
      cwd: workspace,
    })
    await expect(viewer(page).getByText('Nothing is changed any more.')).toBeVisible()
    await write(workspace, 'b.txt', 'later\n')
    await expect(viewer(page).getByText('later')).toBeVisible()
    expect(pageErrors).toEqual([])
  },
)

test('after turns that edit files, one tab has all changes and grows', async ({ launch, workspace }) => {
  const { page, pageErrors } = await launch()
  const replace = async (from: string, to: string): Promise<void> => {
    await ask(page, `replace ${from} with ${to} in session-manager.ts`)
    await page.getByRole('button', { name: /Make the change/ }).click()
    await expect.poll(async () => readFile(join(workspace, 'src/session-manager.ts'), 'utf8')).toContain(to)
  }
  const only = page.getByRole('tab')
  await replace('berth101', 'mooring101')
  await expect(only).toHaveText(['Working changes'])
  await expect(only).toHaveAttribute('aria-selected', 'true')
  await expect(viewer(page).locator('.view-header')).toContainText('3 files')
  await replace('berth60', 'mooring60')
  await expect(toolbar(page).locator('.diff-position')).toHaveText('1 of 4')
  await expect(only).toHaveText(['Working changes'])
  // The single edits are in the history of the conversation.
  await expect(transcript(page).getByRole('button', { name: 'session-manager.ts' })).toHaveCount(2)
  expect(pageErrors).toEqual([])
})

test('a review is started, decided, stopped and resumed with keys and buttons', async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await ask(page, 'show the changes')
  await expect(hunkAt(page, 1, 0)).toBeVisible()
  await viewer(page).getByRole('group', { name: 'Changes' }).focus()
  await page.keyboard.press('v')
  const strip = viewer(page).getByRole('region', { name: 'Guided review' })
  await expect(strip.getByRole('heading')).toHaveText('Review · 1 of 2')
  await expect(page.getByRole('tab')).toHaveCount(1)
  // A decision by key moves the review, and the window with it.
  await page.keyboard.press('y')
  await expect(strip.getByRole('heading')).toHaveText('Review · 2 of 2')
  await expect(hunkAt(page, 0, 0).getByText('Kept')).toBeVisible()
  await expect(hunkAt(page, 1, 0)).toHaveAttribute('aria-current', 'true')
  await strip.getByRole('button', { name: 'Stop' }).click()
  await expect(strip.getByRole('heading')).toContainText('interrupted')
  await page.reload()
  await strip.getByRole('button', { name: 'Resume' }).click()
  await expect(strip.getByRole('heading')).toHaveText('Review · 2 of 2')
  await hunkAt(page, 1, 0).getByRole('button', { name: 'Keep' }).click()
  await expect(strip.getByRole('heading')).toHaveText('Review ended')
  await expect(strip.getByRole('button', { name: 'Commit' })).toBeVisible()
  await strip.getByRole('button', { name: 'Close the summary of the review' }).click()
  await expect(strip).toBeHidden()
  expect(pageErrors).toEqual([])
})

const sizes = [
  { width: 900, height: 600 },
  { width: 1440, height: 900 },
] as const

for (const review of ['comments', 'hunk', 'ended', 'interrupted']) {
  galleryTest(
    `the ${review} of a review can be read and used by everybody`,
    inOneHost,
    async ({ gallery }) => {
      const page = await gallery.open(`tab=diff&review=${review}`)
      for (const size of sizes) {
        await page.setViewportSize(size)
        await expect(toolbar(page).getByRole('button', { name: 'Keep' })).toBeVisible()
        // Nothing sticks out of the header.
        const header = (await viewer(page).locator('.view-header').boundingBox())!
        const last = (await viewer(page).getByRole('button', { name: 'Copy the diff' }).boundingBox())!
        expect(last.x + last.width).toBeLessThanOrEqual(header.x + header.width)
      }
      expect(await violationsInAllAppearances(page, review)).toEqual([])
      await page.close()
    },
  )
}

galleryTest('a comment being written can be read by everybody', inOneHost, async ({ gallery }) => {
  const page = await gallery.open('tab=diff')
  await toolbar(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await box(page).fill('Say why.')
  expect(await violationsInAllAppearances(page, 'a comment being written')).toEqual([])
  await page.close()
})

galleryTest('the strip of a review asks for what its buttons say', inOneHost, async ({ gallery }) => {
  const page = await gallery.open('tab=diff&review=hunk')
  const strip = viewer(page).getByRole('region', { name: 'Guided review' })
  await expect(strip.getByRole('heading')).toHaveText('Review · 3 of 5')
  await expect(hunkAt(page, 1, 0)).toHaveAttribute('aria-current', 'true')
  await strip.getByRole('button', { name: 'Skip' }).click()
  await expect(transcript(page)).toContainText('You asked: skip')
  // The review moves on, and the window goes there, from another tab too.
  await page.getByRole('tab', { name: 'notes.diff' }).click()
  await page.evaluate(`
    const { review } = gallery.store.get().conversation
    const { since, isFollowed, ...place } = review
    const hunk = gallery.hunks.at(-1)
    gallery.store.dispatch({ type: 'review.moved', review: { ...place, hunk, at: 5 }, at: Date.now() })`)
  await expect(strip.getByRole('heading')).toHaveText('Review · 5 of 5')
  await expect(viewer(page).locator('.diff-hunk-current')).toBeInViewport()
  await expect(viewer(page).locator('.diff-hunk-current')).toHaveAttribute('data-file', '4')
  await page.close()
})
