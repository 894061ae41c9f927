// A guided review of a real repository in the window: from the words “keep” to the hunk that is folded and the next one that
// waits, painted.
import type { Browser } from '@playwright/test'
import { createToolbox } from '../src/core/tools/toolbox.ts'
import { openWorkspace } from '../src/main/workspace/open-workspace.ts'
import { createTempFolder } from '../test/temp-folder.ts'
import { median, ms, preciseNow, quantile, type Figure } from './measure.ts'
import { watchForText } from './painted.ts'
import { openStage } from './stage.ts'

const FILES = 30
const FUNCTIONS = 3
const LIMIT_MS = 60

const textOf = (file: number, step: number): string =>
  Array.from({ length: FUNCTIONS }, (_, at) => {
    const around = Array.from({ length: 9 }, (__, line) => `  // Line ${line} of ${at}.\n`).join('')
    return `export function answer${file}x${at}(hour: number): number {\n${around}  return (hour + ${step}) % 12\n}\n`
  }).join('\n')

export async function benchReview(browser: Browser): Promise<Figure[]> {
  const folder = createTempFolder()
  const write = (step: number): void => {
    for (let file = 0; file < FILES; file++) folder.write(`src/file-${file}.ts`, textOf(file, step))
  }
  write(1)
  folder.git('init', '--quiet', '--initial-branch=main')
  folder.commitAll()
  write(2)
  const workspace = await openWorkspace(folder.path)
  const stage = await openStage(
    browser,
    undefined,
    createToolbox(workspace, () => true),
  )
  const hunks = FILES * FUNCTIONS
  const placeAt = (at: number): string => `Review · ${at} of ${hunks}`
  await stage.say('review the changes')
  await stage.page.getByText(placeAt(1)).waitFor()
  const times: number[] = []
  for (let at = 2; at <= hunks; at++) {
    await stage.page.getByLabel('Ask the agent').fill('keep')
    const shown = await watchForText(stage.page, placeAt(at), '.review-strip')
    const from = preciseNow()
    await stage.page.getByLabel('Ask the agent').press('Enter')
    times.push((await shown.at) - from)
  }
  await stage.close()
  await workspace.close()
  folder.remove()
  const settled = times.slice(5)
  const figure = (name: string, value: number): Figure => ({
    what: `“keep” in a review of ${hunks} hunks, words to the next hunk painted, ${name}`,
    ours: ms(value),
    peer: `${LIMIT_MS} ms limit`,
    ratio: value / LIMIT_MS,
  })
  return [figure('median', median(settled)), figure('95th of 100', quantile(settled, 0.95))]
}
