// A running command: its output grows in the window, and Stop ends it and its child processes.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './parley-fixture.ts'
import { ask, tab, transcript, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

/** Prints a line whenever a file appears, so that the test controls it, and writes its process id to a file. */
const WATCHED = `import { existsSync, writeFileSync } from 'node:fs'
writeFileSync('pid.txt', String(process.pid))
let next = 1
console.log('waiting for the tide')
setInterval(() => {
  if (existsSync('go-' + next)) console.log('tide number ' + next++)
}, 20)
`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function run(page: Page): Promise<void> {
  await ask(page, 'run node watch.mjs')
  await page
    .getByRole('region', { name: 'Run a command' })
    .getByRole('button', { name: /^Run it/ })
    .click()
  await expect(tab(page, /node watch\.mjs/)).toHaveAttribute('aria-selected', 'true')
  await expect(viewer(page)).toContainText('waiting for the tide')
}

for (const [how, stop] of [
  ['the Stop button', (page: Page) => page.getByRole('button', { name: 'Stop', exact: true }).click()],
  ['the request “stop”', (page: Page) => ask(page, 'stop')],
] as const) {
  test(`the output of a command grows in its tab while it runs, and ${how} ends it`, async ({
    launch,
    workspace,
  }) => {
    await write(workspace, 'watch.mjs', WATCHED)
    const { page, pageErrors } = await launch()
    await run(page)
    const pid = Number(await readFile(join(workspace, 'pid.txt'), 'utf8'))
    expect(isAlive(pid)).toBe(true)
    for (const number of [1, 2, 3]) {
      await expect(viewer(page)).not.toContainText(`tide number ${number}`)
      await write(workspace, `go-${number}`, '')
      await expect(viewer(page)).toContainText(`tide number ${number}`)
    }
    // All output goes to one tab, and the window stays responsive.
    await expect(page.getByRole('tab')).toHaveCount(1)
    await expect(page.getByRole('button', { name: /^Agent state: / })).toContainText(
      /Thinking|Working|Waiting/,
    )

    await stop(page)
    await expect(page.getByRole('button', { name: 'Agent state: Ready' })).toBeVisible()
    await expect.poll(() => isAlive(pid)).toBe(false)
    await expect(viewer(page)).toContainText('tide number 3')
    await ask(page, 'find berth42')
    await expect(transcript(page)).toContainText('I found')
    expect(pageErrors).toEqual([])
  })
}
