// The whole conversation, spoken: a real microphone that plays a recording, the engines that ship, the agent that is built
// in, and what comes out of the loudspeaker recognised again.
import { joined } from '../../src/core/ears/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { writeDown } from './passing-words.ts'
import { soundGivenOut, tapSound } from './sound-tap.ts'
import {
  alike,
  asks,
  isQuiet,
  LIGHT,
  line,
  MADE_OUT,
  microphoneOf,
  ready,
  recognised,
  replies,
  REPLY,
  spokenByFlite,
  TALK_LINE,
  WORDS,
} from './spoken-words.ts'
import { tab, tapSpace, transcript, viewer } from './what-a-person-does.ts'

// Words are made out while others work on the same machine.
test.slow()

test('hold, speak, let go: the words are understood, the change is shown, the reply is heard', async ({
  launch,
}) => {
  const { page, complaints } = await launch({ microphone: microphoneOf('show me the working changes') })
  await tapSound(page)
  await ready(page)
  const lines = await writeDown(page, TALK_LINE)
  await page.keyboard.down(' ')
  await expect(transcript(page)).toContainText(/working changes/i, WORDS)
  await page.keyboard.up(' ')
  await expect(tab(page, /changes/i)).toBeVisible(WORDS)
  await expect(viewer(page)).toContainText('(hour + 1) % 12')
  await expect.poll(lines, WORDS).toContain('Speaking')
  await expect(line(page, 'Hold Space')).toBeVisible(WORDS)
  await expect.poll(() => isQuiet(page), WORDS).toBe(true)
  const heard = await recognised(await soundGivenOut(page))
  expect(alike(REPLY, heard), heard).toBeGreaterThan(MADE_OUT)
  expect(complaints).toEqual([])
})

test('hands-free: a pause in a sentence is waited for as long as was chosen, and it is one turn', async ({
  launch,
}) => {
  const [before, after] = await spokenByFlite('find every', 'to do in this folder')
  const { page } = await launch({
    microphone: joined([LIGHT, before!, silence(0.7), after!, silence(6)]),
    args: ['--talk-mode', 'hands-free', '--patience', 'long'],
  })
  await ready(page)
  await tapSpace(page)
  await expect(replies(page)).not.toHaveCount(0, WORDS)
  // How the first words are made out does not matter here; the sentence ended after the pause, and is one.
  await expect(asks(page)).toHaveText([/folder/i])
  await expect(replies(page)).toHaveCount(1)
})

test('hands-free: commands are done as they are heard', inOneHost, async ({ launch }) => {
  const { page } = await launch({
    microphone: microphoneOf('show me the working changes', 'next hunk'),
    args: ['--talk-mode', 'hands-free'],
  })
  await ready(page)
  const toasts = await writeDown(page, '.control-toast')
  await tapSpace(page)
  await expect(tab(page, /changes/i)).toBeVisible(WORDS)
  await expect.poll(toasts, WORDS).toContainEqual(expect.stringContaining('Next hunk'))
  // A command is no turn of the conversation.
  await expect(replies(page).first()).toContainText('files changed')
  await tapSpace(page)
  await expect(line(page, 'Listening')).toBeHidden()
})
