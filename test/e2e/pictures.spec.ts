// Takes the pictures of README. Not a test: run with PARLEY_PICTURES=1.
import { join } from 'node:path'
import { repository } from '../../build/repository.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, transcript, viewer } from './what-a-person-does.ts'
import { write } from './workspace-fixture.ts'

for (const theme of ['light', 'dark']) {
  test(`pictures, ${theme}`, async ({ launch, workspace }) => {
    await write(workspace, 'src/hostile.html', '<p>Nothing to see.</p>\n')
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
