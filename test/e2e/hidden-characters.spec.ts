// Every view marks characters that reorder, hide or smuggle text, and copies the text unchanged.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator } from '@playwright/test'
import { expect, test } from './parley-fixture.ts'
import { ask, tab, transcript, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

const RLO = '\u202e'
const ZERO = '\u200b'
const SMUGGLED = Array.from('rm -rf', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(
  '',
)
/** Looks like a comment but is code. */
const TRICK = `const admin = false /*${RLO} } if (admin) { */ // trick${ZERO} ${SMUGGLED}`
const NAME = `inv${RLO}oice.ts`

const overrides = (view: Locator): Locator => view.locator('.hidden-mark[data-mark="U+202E"]')

async function expectMarked(view: Locator): Promise<void> {
  const mark = overrides(view).first()
  await expect(mark).toBeVisible()
  await expect(mark).toHaveAttribute('title', 'U+202E right-to-left override')
  const drawn = await mark.evaluate((element) => getComputedStyle(element, '::before').content)
  expect(drawn).toContain('U+202E')
  expect((await mark.boundingBox())!.width).toBeGreaterThan(20)
}

test('every view marks hidden characters and copies the original text', async ({ launch, workspace }) => {
  const git = promisify(execFile)
  await write(workspace, `src/${NAME}`, `${TRICK}\n`)
  await git('git', ['add', '-N', '.'], { cwd: workspace })
  await write(
    workspace,
    'docs/trick.md',
    `# Trick${RLO}\n\nWords ${RLO}turned. See [bank.example](https://evil.test/x).\n\n~~~ts\n${TRICK}\n~~~\n`,
  )
  const { page, pageErrors } = await launch()
  const view = viewer(page)

  await ask(page, 'open docs/trick.md')
  await expect(view.getByRole('heading', { name: 'Trick' })).toBeVisible()
  await expectMarked(view.locator('h1'))
  await expectMarked(view.locator('p'))
  await expectMarked(view.locator('pre code'))
  await expect(view.locator('[data-mark="6 hidden characters"]')).toBeVisible()
  // A link whose text names another site shows its real target.
  await expect(view.getByRole('link', { name: 'bank.example' })).toContainText('(evil.test)')
  await page.screenshot({ path: test.info().outputPath('markdown.png') })
  const copied = await view.locator('pre code').evaluate((element) => {
    getSelection()?.selectAllChildren(element)
    return getSelection()?.toString()
  })
  expect(copied?.trimEnd()).toBe(TRICK)

  await ask(page, 'find "const admin"')
  await expect(tab(page, /const admin/)).toHaveAttribute('aria-selected', 'true')
  await expectMarked(view.locator('.search-file'))
  await expectMarked(view.locator('.search-hit'))
  await expectMarked(view.locator('.preview-found'))
  await page.screenshot({ path: test.info().outputPath('search.png') })

  await ask(page, 'show the changes')
  await expect(tab(page, /Working changes/)).toHaveAttribute('aria-selected', 'true')
  await expectMarked(view.locator('.diff-insert').filter({ hasText: 'const admin' }))
  await expectMarked(view.locator('.diff-file-header'))
  await page.screenshot({ path: test.info().outputPath('diff.png') })
  const line = await view
    .locator('.diff-insert .diff-text')
    .filter({ hasText: 'const admin' })
    .first()
    .evaluate((element) => {
      getSelection()?.selectAllChildren(element)
      return getSelection()?.toString()
    })
  expect(line).toBe(TRICK)

  await ask(page, `run echo safe ${RLO} && rm -rf build`)
  const card = page.locator('.approval')
  await expect(card).toBeVisible()
  await expectMarked(card.locator('.approval-command'))
  await expectMarked(transcript(page))
  await page.screenshot({ path: test.info().outputPath('approval.png') })
  await card.getByRole('button', { name: 'No' }).click()

  expect(pageErrors).toEqual([])
})

test('tab titles and view headers mark hidden characters in a name', async ({ launch, workspace }) => {
  await write(workspace, `src/${NAME}`, `${TRICK}\n`)
  const { page, pageErrors } = await launch()
  await ask(page, 'find "const admin"')
  const hit = viewer(page).getByRole('option').filter({ hasText: 'const admin' })
  await expect(hit).toBeVisible()
  await hit.dblclick()
  await expectMarked(page.locator('.tab-active .tab-label'))
  await expectMarked(viewer(page).locator('.view-title'))
  await page.screenshot({ path: test.info().outputPath('tab.png') })
  expect(pageErrors).toEqual([])
})
