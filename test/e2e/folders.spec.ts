// A newcomer's start, and finding the way back.
import { execFileSync } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, transcript } from './what-a-person-does.ts'

test('a newcomer opens a folder and gets a first answer', async ({ launch, workspace, host }) => {
  const { page, electron, complaints } = await launch({ workspace: null })
  await expect(page.getByRole('button', { name: /open folder/i })).toBeVisible()
  if (electron) {
    await electron.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, workspace)
    await page.getByRole('button', { name: /open folder/i }).click()
  } else {
    await page.getByRole('button', { name: /open folder/i }).click()
    await page.getByLabel('Path').fill(dirname(workspace))
    await page.getByLabel('Path').press('Enter')
    await page.getByLabel('Folders').getByText(basename(workspace)).click()
    await page.getByRole('button', { name: /^open/i }).last().click()
  }
  await expect(statusBar(page)).toContainText(basename(workspace))
  await ask(page, 'open README.md')
  await expect(transcript(page)).toContainText('Here is')
  expect(complaints).toEqual([])
  expect(host).toBeTruthy()
})

test('a folder opened before is offered again, and one that is gone says so', async ({
  launch,
  workspace,
}) => {
  const first = await launch()
  await expect(statusBar(first.page)).toContainText(basename(workspace))
  await first.stop()
  const second = await launch({ workspace: null })
  const offered = second.page.getByRole('button', { name: new RegExp(basename(workspace)) })
  await rename(workspace, `${workspace}-moved`)
  await offered.click()
  await expect(second.page.getByRole('alert').first()).toContainText('is not a folder that can be opened')
  await rename(`${workspace}-moved`, workspace)
  await offered.click()
  await expect(statusBar(second.page)).toContainText(basename(workspace))
})

test('the status bar follows a branch that is checked out in a terminal', async ({ launch, workspace }) => {
  const { page, complaints } = await launch()
  await expect(statusBar(page).getByRole('button', { name: 'Branch main' })).toBeVisible()
  execFileSync('git', ['checkout', '--quiet', '-b', 'tides'], { cwd: workspace })
  await expect(statusBar(page).getByRole('button', { name: 'Branch tides' })).toBeVisible()
  await ask(page, 'what branch am I on')
  await expect(transcript(page)).toContainText('You are on tides.')
  await ask(page, 'compare with main')
  await expect(transcript(page)).toContainText('That is since main.')
  expect(complaints).toEqual([])
})
