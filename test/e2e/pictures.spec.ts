// Takes the pictures of README. Not a test: run with PARLEY_PICTURES=1.
import { join } from 'node:path'
import { repository } from '../../build/repository.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, transcript, viewer } from './what-a-person-does.ts'
import { PAYLOAD, write } from './workspace-fixture.ts'

const changedManager = Array.from({ length: 120 }, (_, n) => {
  const line = `export const berth${n + 1} = ${n + 1} // TODO paint\n`
  return n === 3
    ? 'export const berth4 = 4 // painted on Tuesday\n'
    : n === 60
      ? `${line}export const crane = true\n`
      : line
}).join('')

for (const theme of ['light', 'dark']) {
  test(`pictures, ${theme}`, async ({ launch, workspace }) => {
    // Only what is worth a look: the hostile file stays as it was committed.
    await write(workspace, 'src/hostile.html', `${PAYLOAD}\n`)
    await write(workspace, 'src/session-manager.ts', changedManager)
    const { page } = await launch({ args: ['--theme', theme] })
    await ask(page, 'find berth4')
    await expect(transcript(page)).toContainText('I found')
    await ask(page, 'open session manager line 40')
    await expect(transcript(page)).toContainText('line 40')
    await ask(page, 'show the changes')
    await expect(viewer(page).getByText('return (hour + 1) % 12')).toBeVisible()
    await expect(transcript(page)).toContainText('lines added')
    await page.screenshot({ path: join(repository, `docs/window-${theme}.png`) })
  })
}
