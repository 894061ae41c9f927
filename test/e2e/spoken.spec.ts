// The whole conversation, spoken: a real microphone that plays a recording, the engines that ship, the agent that is built
// in, and what comes out of the loudspeaker recognised again.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { joined, samplesOf } from '../../src/core/ears/samples.ts'
import { loadMoonshine } from '../../src/main/speech/ears/moonshine.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { noise, recordings } from '../speech-fixtures.ts'
import { wordErrors } from '../word-error.ts'
import { expect, test } from './parley-fixture.ts'
import { soundGivenOut, soundNow, tapSound } from './sound-tap.ts'
import { write } from './workspace-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './what-a-person-does.ts'

// Words are made out while others work on the same machine.
test.slow()

const all = [...recordings('commands'), ...recordings('control')]
const said = (text: string): Int16Array => all.find((one) => one.said === text)!.samples

/** The recording runs from when the microphone is opened; somebody would wait for the light before they speak. */
const LIGHT = silence(2.5)

/** Each spoken, then quiet for long enough to let go of the key. */
const microphoneOf = (...words: string[]): Int16Array =>
  joined([LIGHT, ...words.flatMap((text) => [said(text), silence(3.5)])])

/** To be read out for a while. */
const LONG = 'The harbour opens at six and closes when the last boat is in. '.repeat(8)
const WORDS = { timeout: 45_000 }
const line = (page: Page, text: string | RegExp) => page.locator('.talk-line strong', { hasText: text })
const replies = (page: Page) => transcript(page).locator('.entry-agent')

/** Everything that hears and speaks is loaded. */
async function ready(page: Page): Promise<void> {
  await expect(statusBar(page).getByRole('button', { name: /^Voice: Flite/ })).toBeVisible(WORDS)
  await expect(line(page, /^(?:Hold|Press) Space/)).toBeVisible(WORDS)
}

const isQuiet = async (page: Page): Promise<boolean> => (await soundNow(page)).loud < 0.001

async function recognised(sound: Int16Array): Promise<string> {
  const ears = await loadMoonshine('base')
  const { text } = await ears.transcribe(sound, { signal: new AbortController().signal })
  await ears.close()
  return text
}

test('hold, speak, let go: the words are understood, the change is shown, the reply is heard', async ({
  launch,
}) => {
  const { page, complaints } = await launch({ microphone: microphoneOf('show me the working changes') })
  await tapSound(page)
  await ready(page)
  await page.keyboard.down(' ')
  await expect(transcript(page)).toContainText(/working changes/i, WORDS)
  await page.keyboard.up(' ')
  await expect(tab(page, /changes/i)).toBeVisible(WORDS)
  await expect(viewer(page)).toContainText('(hour + 1) % 12')
  await expect.poll(() => isQuiet(page), WORDS).toBe(false)
  await expect.poll(() => isQuiet(page), WORDS).toBe(true)
  const heard = await recognised(await soundGivenOut(page))
  const { errors, words } = wordErrors('two files changed two lines added and one removed', inWords(heard))
  expect(words - errors).toBeGreaterThanOrEqual(words - 2)
  expect(complaints).toEqual([])
})

test('hands-free: a pause in a sentence is waited for, and commands are done as they are heard', async ({
  launch,
}) => {
  const { page } = await launch({
    microphone: microphoneOf('show me the working changes', 'next hunk'),
    args: ['--talk-mode', 'hands-free'],
  })
  await ready(page)
  await page.keyboard.press('Space')
  await expect(tab(page, /changes/i)).toBeVisible(WORDS)
  await expect(page.locator('.control-toast')).toContainText('Next hunk', WORDS)
  // A command is no turn of the conversation.
  await expect(replies(page).first()).toContainText('files changed')
  await page.keyboard.press('Space')
  await expect(line(page, 'Listening')).toBeHidden()
})

test('somebody who talks over the agent is not talked over, and what was heard is shown', async ({
  launch,
  workspace,
}) => {
  await write(workspace, 'docs/notes.md', `# Notes\n\n${LONG}\n`)
  const { page } = await launch({ microphone: microphoneOf('read it out') })
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
  await page.getByRole('button', { name: 'Hear the rest' }).click()
  await expect.poll(() => isQuiet(page), WORDS).toBe(false)
})

test('hands-free, the agent is stopped by a word', async ({ launch, workspace }) => {
  await write(workspace, 'docs/notes.md', `# Notes\n\n${LONG}\n`)
  const { page } = await launch({
    microphone: joined([LIGHT, said('read it out'), silence(6), said('stop talking'), silence(3)]),
    args: ['--talk-mode', 'hands-free'],
  })
  await tapSound(page)
  await ready(page)
  await ask(page, 'open docs/notes.md')
  await expect(tab(page, 'notes.md')).toBeVisible()
  await expect(line(page, 'Press Space')).toBeVisible(WORDS)
  await page.keyboard.press('Space')
  await expect(replies(page).last()).toContainText('The harbour opens', WORDS)
  await expect(page.locator('.control-toast')).toContainText('Stopped', WORDS)
  await expect.poll(() => isQuiet(page)).toBe(true)
  await expect(replies(page).last().locator('.unheard')).toBeVisible()
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
    (await readdir(folder)).map(async (file) => (await stat(join(folder, file))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** What was said as words, as a recogniser may write it in digits. */
const inWords = (text: string): string =>
  text.replaceAll(/\b[12]\b/g, (digit) => (digit === '1' ? 'one' : 'two'))
