// A spoken conversation end to end: a microphone that plays a recording, the shipped engines, the built-in brain, and
// the output transcribed again.
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { expect, inOneHost, test, mainStory } from './parley-fixture.ts'
import { recordTexts } from './text-recorder.ts'
import { probeAudio } from './audio-probe.ts'
import {
  askForChangesAloud,
  LEAD_IN,
  microphoneOf,
  replies,
  SPEECH_TIMEOUT,
  speechReady,
  synthesize,
  talkLine,
  utterances,
} from './spoken-conversation.ts'
import { tab, tapSpace } from './user-actions.ts'

// Speech is transcribed on a busy machine.
test.slow()

test(
  'push-to-talk: the request is understood, the diff is shown, the reply is spoken',
  mainStory,
  async ({ launch, profile }) => {
    const { page, pageErrors } = await launch({ microphone: microphoneOf('show me the working changes') })
    await probeAudio(page)
    await speechReady(page)
    await askForChangesAloud(page, profile)
    expect(pageErrors).toEqual([])
  },
)

test(
  'hands-free: a pause within the chosen limit does not end the utterance',
  inOneHost,
  async ({ launch }) => {
    const [before, after] = await synthesize('find every', 'to do in this folder')
    const { page } = await launch({
      microphone: joined([LEAD_IN, before!, silence(0.7), after!, silence(6)]),
      args: ['--talk-mode', 'hands-free', '--patience', 'long'],
    })
    await speechReady(page)
    await tapSpace(page)
    await expect(replies(page)).not.toHaveCount(0, SPEECH_TIMEOUT)
    // The exact transcript of the first words does not matter here: it is one utterance, which ended after the pause.
    await expect(utterances(page)).toHaveText([/folder/i])
    await expect(replies(page)).toHaveCount(1)
  },
)

test('hands-free: commands run as soon as they are recognized', inOneHost, async ({ launch }) => {
  const { page } = await launch({
    microphone: microphoneOf('show me the working changes', 'next hunk'),
    args: ['--talk-mode', 'hands-free'],
  })
  await speechReady(page)
  const toasts = await recordTexts(page, '.control-toast')
  await tapSpace(page)
  await expect(tab(page, /changes/i)).toBeVisible(SPEECH_TIMEOUT)
  await expect.poll(toasts, SPEECH_TIMEOUT).toContainEqual(expect.stringContaining('Next hunk'))
  // A command is not a turn.
  await expect(replies(page).first()).toContainText('files changed')
  await tapSpace(page)
  await expect(talkLine(page, 'Listening')).toBeHidden()
})
