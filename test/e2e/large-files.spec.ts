// Texts so long that most of their lines are not in the page.
import { expect, test } from './parley-fixture.ts'
import { recordTexts } from './text-recorder.ts'
import { ask, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

const berths = Array.from({ length: 4000 }, (_, n) => `export const berth${n + 1} = ${n + 1} // painted`)

test('a diff of thousands of lines scrolls to its end with few rows in the page, and copies completely', async ({
  launch,
  workspace,
}) => {
  await write(workspace, 'src/session-manager.ts', `${berths.join('\n')}\n`)
  const { page, pageErrors } = await launch()
  await ask(page, 'show the changes')
  await viewer(page)
    .getByRole('button', { name: /files\. Go to one/ })
    .click()
  await page.getByRole('dialog', { name: 'Go to a file' }).getByText('session-manager.ts').click()

  const changes = viewer(page).getByRole('group', { name: 'Changes' })
  const added = (berth: number) =>
    changes.locator('.diff-insert .diff-text', { hasText: `berth${berth} = ${berth} // painted` })
  await added(1).click({ position: { x: 1, y: 8 } })
  await changes.press('End')
  await expect(added(4000)).toBeVisible()
  await expect(added(2000)).toHaveCount(0)
  await expect.poll(() => changes.locator('.diff-line').count()).toBeLessThan(400)

  // The start of the selection is far out of view and still selected.
  const { width } = (await added(4000).boundingBox())!
  await added(4000).click({ modifiers: ['Shift'], position: { x: width - 1, y: 8 } })
  // The listener must be there before the key is pressed.
  await page.evaluate(() => {
    const copied = new Promise((resolve) =>
      document.addEventListener('copy', (event) => resolve(event.clipboardData?.getData('text/plain')), {
        once: true,
      }),
    )
    Object.assign(window, { copied })
  })
  await page.keyboard.press('ControlOrMeta+c')
  const copied = await page.evaluate(() => (window as unknown as { copied: Promise<string> }).copied)
  expect(copied).toBe(berths.join('\n'))

  await page.evaluate(() => {
    const written: string[] = []
    Object.assign(window, { written })
    navigator.clipboard.writeText = async (text) => void written.push(text)
  })
  const copiedTexts = await recordTexts(page, '[aria-label="Copied"]')
  await changes.press('Home')
  await changes.getByRole('button', { name: 'Copy the changes in src/session-manager.ts' }).click()
  await expect.poll(copiedTexts).toEqual(['Copied'])
  const [file] = await page.evaluate(() => (window as unknown as { written: string[] }).written)
  expect(file).toMatch(/^diff --git a\/src\/session-manager\.ts /)
  expect(file!.split('\n').filter((line) => line.startsWith('+export'))).toEqual(
    berths.map((line) => `+${line}`),
  )
  expect(pageErrors).toEqual([])
})

test('a file of thousands of lines opens at a line near its end', async ({ launch, workspace }) => {
  await write(workspace, 'src/piers.ts', `${berths.join('\n')}\n`)
  const { page, pageErrors } = await launch()
  await ask(page, 'open piers.ts line 3990')
  await expect(viewer(page).locator('.view-line', { hasText: 'berth3990 ' })).toBeVisible()
  await expect(viewer(page).locator('.code-focus-line')).toBeVisible()
  expect(pageErrors).toEqual([])
})
