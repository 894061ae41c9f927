// A folder opened for the first time: the trust question, what a restricted folder can still do, and both decisions.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { violationsInAllAppearances } from './axe.ts'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'

const question = (page: Page): Locator => page.getByRole('region', { name: 'Do you trust this folder?' })
const strip = (page: Page): Locator => page.getByRole('complementary', { name: 'Restricted folder' })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const RUN = 'run the command "node -e 0 > made.txt"'
const REFUSED = 'This folder is restricted, so I can read it but not change files or run commands.'

test('a new folder is readable at once, and allows changes after a click on Trust', async ({
  launch,
  workspace,
}) => {
  const { page, pageErrors } = await launch({ trusted: false })
  await expect(question(page)).toBeVisible()
  await expect(strip(page)).toContainText('Restricted: read only.')
  // The question does not block anything.
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toBeVisible()
  await ask(page, RUN)
  await expect(transcript(page)).toContainText(REFUSED)
  await ask(page, 'show the changes')
  await expect(viewer(page)).toContainText('hour + 1')
  await viewer(page)
    .getByRole('button', { name: /^Revert/ })
    .first()
    .click()
  await expect(viewer(page)).toContainText('This folder is restricted')
  expect(existsSync(join(workspace, 'made.txt'))).toBe(false)

  await button(page, 'Trust this folder').click()
  await expect(question(page)).toBeHidden()
  await expect(strip(page)).toBeHidden()
  await ask(page, RUN)
  await page
    .getByRole('button', { name: /^Run it/ })
    .first()
    .click()
  await expect.poll(() => existsSync(join(workspace, 'made.txt'))).toBe(true)
  expect(pageErrors).toEqual([])
})

test(
  'a restricted folder says so, and the question returns only on request',
  inOneHost,
  async ({ launch }) => {
    const first = await launch({ trusted: false })
    await button(first.page, 'Stay restricted').click()
    await expect(question(first.page)).toBeHidden()
    await expect(strip(first.page)).toBeVisible()
    await first.stop()

    const { page } = await launch({ trusted: false })
    await expect(strip(page)).toBeVisible()
    await expect(question(page)).toBeHidden()
    // A spoken or typed request opens the question but does not answer it; nor does a habitual key press.
    await ask(page, 'trust this folder')
    await expect(question(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await expect(strip(page)).toBeVisible()
    await button(page, 'Stay restricted').click()
    await statusBar(page)
      .getByRole('button', { name: /^Folder .*, restricted$/ })
      .click()
    await button(page, 'Trust this folder…').last().click()
    await button(page, 'Trust this folder').click()
    await expect(strip(page)).toBeHidden()

    // And back, with the palette.
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('stop trusting')
    await page.keyboard.press('Enter')
    await button(page, 'Stop trusting').click()
    await expect(strip(page)).toBeVisible()
  },
)

test('the trust question and the restricted strip are readable', inOneHost, async ({ launch }, info) => {
  const { page } = await launch({ trusted: false })
  await expect(question(page)).toBeVisible()
  expect(await violationsInAllAppearances(page, 'the question')).toEqual([])
  await page.screenshot({ path: info.outputPath('question.png') })
  await button(page, 'Stay restricted').click()
  await expect(question(page)).toBeHidden()
  await ask(page, RUN)
  await expect(transcript(page)).toContainText(REFUSED)
  expect(await violationsInAllAppearances(page, 'the line')).toEqual([])
  await page.screenshot({ path: info.outputPath('restricted.png') })
  await page.setViewportSize({ width: 600, height: 640 }).catch(() => {})
  await button(page, 'Trust this folder…').first().click()
  await page.screenshot({ path: info.outputPath('small.png') })
})
