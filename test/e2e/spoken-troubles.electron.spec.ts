// A spoken conversation that does not go smoothly: somebody talks over the agent, says nothing, or the power goes.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { joined, samplesOf } from '../../src/core/ears/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { noise } from '../speech-fixtures.ts'
import { expect, test } from './parley-fixture.ts'
import { writeDown } from './passing-words.ts'
import { tapSound } from './sound-tap.ts'
import {
  asks,
  isQuiet,
  LIGHT,
  line,
  microphoneOf,
  ready,
  replies,
  room,
  said,
  TALK_LINE,
  WORDS,
} from './spoken-words.ts'
import { ask, tab, tapSpace, transcript } from './what-a-person-does.ts'
import { write } from './workspace-fixture.ts'

// Words are made out while others work on the same machine.
test.slow()

/** To be read out for a while. */
const LONG = 'The harbour opens at six and closes when the last boat is in. '.repeat(8)

/** Short, loud at once and soon over. */
const COUGH = samplesOf(noise('pink', 4_800).map((one, at) => one * 0.8 * Math.exp(-at / 1_200)))

test('somebody who talks over the agent is not talked over, and what was heard is shown', async ({
  launch,
  workspace,
}) => {
  await write(workspace, 'docs/notes.md', `# Notes\n\n${LONG}\n`)
  // There is a room to be heard until the end: of a microphone that gives nothing at all, another trouble would be told.
  const { page } = await launch({ microphone: joined([LIGHT, said('read it out'), room(120)]) })
  await tapSound(page)
  await ready(page)
  await ask(page, 'open docs/notes.md')
  await expect(tab(page, 'notes.md')).toBeVisible()
  await page.keyboard.down(' ')
  await expect(transcript(page)).toContainText(/read it out/i, WORDS)
  await page.keyboard.up(' ')
  await expect(line(page, 'Speaking')).toBeVisible(WORDS)
  await expect.poll(() => isQuiet(page), WORDS).toBe(false)
  await page.keyboard.down(' ')
  await expect(line(page, 'Listening')).toBeVisible()
  await expect.poll(() => isQuiet(page)).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.up(' ')
  await expect(replies(page).last().locator('.unheard')).toBeVisible()
  // The one before was silenced too where its sound was still being made when the key was pressed.
  await replies(page).last().getByRole('button', { name: 'Hear the rest' }).click()
  await expect.poll(() => isQuiet(page), WORDS).toBe(false)
})

test('hands-free, the agent is stopped by a word', async ({ launch, workspace }) => {
  await write(workspace, 'docs/notes.md', `# Notes\n\n${LONG}\n`)
  const { page } = await launch({
    microphone: joined([LIGHT, said('read it out'), silence(4.5), said('stop talking'), silence(3)]),
    args: ['--talk-mode', 'hands-free'],
  })
  await tapSound(page)
  await ready(page)
  await ask(page, 'open docs/notes.md')
  await expect(tab(page, 'notes.md')).toBeVisible()
  await expect(line(page, 'Press Space')).toBeVisible(WORDS)
  const toasts = await writeDown(page, '.control-toast')
  await tapSpace(page)
  await expect(replies(page).last()).toContainText('The harbour opens', WORDS)
  await expect.poll(toasts, WORDS).toContainEqual(expect.stringContaining('Stopped'))
  await expect.poll(() => isQuiet(page)).toBe(true)
  await expect(replies(page).last().locator('.unheard')).toBeVisible()
})

test('hands-free, a cough does not stop the agent', async ({ launch, workspace }) => {
  await write(workspace, 'docs/notes.md', `# Notes\n\n${'The harbour opens at six. '.repeat(4)}\n`)
  const coughs = Array.from({ length: 10 }, () => [COUGH, silence(2)]).flat()
  const { page } = await launch({
    microphone: joined([LIGHT, said('read it out'), silence(3), ...coughs]),
    args: ['--talk-mode', 'hands-free'],
  })
  await tapSound(page)
  await ready(page)
  await ask(page, 'open docs/notes.md')
  await expect(tab(page, 'notes.md')).toBeVisible()
  await expect(line(page, 'Press Space')).toBeVisible(WORDS)
  const lines = await writeDown(page, TALK_LINE)
  await tapSpace(page)
  await expect(replies(page).last()).toContainText('The harbour opens', WORDS)
  await expect.poll(lines, WORDS).toContain('Speaking')
  await expect(line(page, 'Listening')).toBeVisible(WORDS)
  await expect(replies(page).last().locator('.unheard')).toBeHidden()
  await expect(asks(page)).toHaveCount(2)
})

test('noise alone is no request', async ({ launch, profile }) => {
  const { page } = await launch({ microphone: samplesOf(noise('pink', 32_000).map((one) => one * 0.05)) })
  await ready(page)
  await page.keyboard.down(' ')
  await expect(line(page, 'Listening')).toBeVisible()
  // Two seconds of it have been heard.
  await expect.poll(() => keptBytes(profile)).toBeGreaterThan(64_000)
  await page.keyboard.up(' ')
  await expect(line(page, 'Hold Space to talk')).toBeVisible(WORDS)
  await expect(transcript(page)).toHaveText('')
})

test('what was being said when the power went is offered at the next start', async ({ launch }) => {
  const microphone = microphoneOf('show me the working changes')
  const first = await launch({ microphone })
  await ready(first.page)
  await first.page.keyboard.down(' ')
  await expect(transcript(first.page)).toContainText(/working changes/i, WORDS)
  await first.kill()

  const { page } = await launch({ microphone })
  const offer = page.getByLabel('Speech that was kept')
  await expect(offer).toContainText(/working changes/i, WORDS)
  await offer.getByRole('button', { name: 'Send' }).click()
  await expect(tab(page, /changes/i)).toBeVisible(WORDS)
  await expect(offer).toBeHidden()
})

/** How much sound is on disk, of what is being said. */
async function keptBytes(profile: string): Promise<number> {
  const folder = join(profile, 'spoken')
  const sizes = await Promise.all(
    (await readdir(folder)).map((file) =>
      stat(join(folder, file)).then(
        ({ size }) => size,
        // Taken away between the list and the look.
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
