// Choosing a folder on the first start, and reopening a recent one.
import { execFileSync } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { violationsInAllAppearances } from './axe.ts'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { ask, statusBar, transcript } from './user-actions.ts'

test('a new user opens a folder and gets a first answer', async ({ launch, workspace, host }) => {
  const { page, electron, pageErrors } = await launch({ workspace: null })
  await expect(page.getByRole('button', { name: /open folder/i })).toBeVisible()
  if (electron) {
    await electron.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, workspace)
    await page.getByRole('button', { name: /open folder/i }).click()
  } else {
    await page.getByRole('button', { name: /open folder/i }).click()
    await expect(page.getByLabel('Folders')).toBeVisible()
    expect(await violationsInAllAppearances(page, 'folder chooser')).toEqual([])
    await page.getByLabel('Path').fill(dirname(workspace))
    await page.getByLabel('Path').press('Enter')
    await page.getByLabel('Folders').getByText(basename(workspace)).click()
    await page.getByRole('button', { name: /^open/i }).last().click()
  }
  await expect(statusBar(page)).toContainText(basename(workspace))
  await ask(page, 'open README.md')
  await expect(transcript(page)).toContainText('Here is')
  expect(pageErrors).toEqual([])
  expect(host).toBeTruthy()
})

test('a recent folder is offered again, and a missing one says so', async ({ launch, workspace }) => {
  const first = await launch()
  await expect(statusBar(first.page)).toContainText(basename(workspace))
  await first.stop()
  const second = await launch({ workspace: null })
  const offered = second.page.getByRole('button', { name: new RegExp(basename(workspace)) })
  await rename(workspace, `${workspace}-moved`)
  await offered.click()
  await expect(second.page.getByRole('alert').first()).toContainText('is not a folder Parley can open')
  await rename(`${workspace}-moved`, workspace)
  await offered.click()
  await expect(statusBar(second.page)).toContainText(basename(workspace))
})

test(
  'the status bar follows a branch that is checked out in a terminal',
  inOneHost,
  async ({ launch, workspace }) => {
    const { page, pageErrors } = await launch()
    await expect(statusBar(page).getByRole('button', { name: 'Branch main' })).toBeVisible()
    execFileSync('git', ['checkout', '--quiet', '-b', 'tides'], { cwd: workspace })
    await expect(statusBar(page).getByRole('button', { name: 'Branch tides' })).toBeVisible()
    await ask(page, 'what branch am I on')
    await expect(transcript(page)).toContainText('You are on tides.')
    await ask(page, 'compare with main')
    await expect(transcript(page)).toContainText('That is since main.')
    expect(pageErrors).toEqual([])
  },
)
