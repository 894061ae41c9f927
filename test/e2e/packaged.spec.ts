// The app as people install it, and what a newcomer does with it.
import { basename } from 'node:path'
import { expect, test } from './packaged-fixture.ts'
import { isQuiet, line, microphoneOf, ready, replies, WORDS } from './spoken-words.ts'
import { heardSoFar, tapSound } from './sound-tap.ts'
import { ask, statusBar, tab, transcript, viewer } from './what-a-person-does.ts'

test.slow()

test('a newcomer starts it, opens a folder with the command, talks, and finds the conversation the next day', async ({
  start,
  startAgain,
  workspace,
}) => {
  const first = await start({ microphone: microphoneOf('show me the working changes') })
  const { page, complaints } = first
  await expect(page.getByRole('button', { name: /open folder/i })).toBeVisible()
  expect(await startAgain(workspace)).toBe(0)
  await expect(statusBar(page)).toContainText(basename(workspace))
  await tapSound(page)
  await ready(page)
  await page.keyboard.down(' ')
  await expect(transcript(page)).toContainText(/working changes/i, WORDS)
  await page.keyboard.up(' ')
  await expect(tab(page, /changes/i)).toBeVisible(WORDS)
  await expect(viewer(page)).toContainText('(hour + 1) % 12')
  await expect(replies(page)).toContainText(/2 files changed/i, WORDS)
  // Far longer than the soft sounds of the window last: the voice, which may be over by now.
  const sounded = async (): Promise<number> =>
    (await heardSoFar(page)).filter(({ loud }) => loud > 0.005).length * 20
  await expect.poll(sounded, WORDS).toBeGreaterThan(1000)
  await expect(line(page, 'Hold Space')).toBeVisible(WORDS)
  await expect.poll(() => isQuiet(page), WORDS).toBe(true)
  // What is read by grammars, in a worker inside the archive.
  await ask(page, 'what does the tide function do')
  await expect(viewer(page).getByText('The height of the water', { exact: false }).first()).toBeVisible()
  expect(complaints).toEqual([])
  expect(await first.quit()).toBe(0)

  const second = await start({ args: [workspace], env: { PARLEY_EARS: 'off', PARLEY_VOICE: 'off' } })
  await expect(transcript(second.page)).toContainText(/working changes/i)
  await expect(transcript(second.page)).toContainText(/2 files changed/i)
  expect(second.complaints).toEqual([])
})
