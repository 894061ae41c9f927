// The microphone is unplugged during a sentence: a real recording, the shipped recognizer, and a device that
// disappears.
import type { ElectronApplication } from '@playwright/test'
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { expect, test } from './parley-fixture.ts'
import { probeAudio, trackStates } from './audio-probe.ts'
import {
  utterances,
  LEAD_IN,
  talkLine,
  speechReady,
  replies,
  quietRoom,
  recordingOf,
  SPEECH_TIMEOUT,
} from './spoken-conversation.ts'
import { transcript } from './user-actions.ts'

// Speech is transcribed on a busy machine.
test.slow()

/** Kills Chromium's audio process, which looks to the page like unplugged devices. */
async function unplug(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ app }) => {
    const devices = app.getAppMetrics().find(({ serviceName }) => serviceName === 'audio.mojom.AudioService')
    process.kill(devices!.pid, 'SIGKILL')
  })
}

test('speech until the microphone was unplugged is transcribed and sent, and the window says so', async ({
  launch,
}) => {
  const sentence = recordingOf('search for all usages of the event emitter')
  const { page, electron } = await launch({ microphone: joined([LEAD_IN, sentence, quietRoom(10)]) })
  await probeAudio(page)
  await speechReady(page)
  await page.keyboard.down(' ')
  // During the sentence: a partial transcript is shown.
  await expect(transcript(page)).toContainText(/search for/i, SPEECH_TIMEOUT)
  await unplug(electron!)
  await expect.poll(() => trackStates(page)).toEqual(['ended'])
  const notice = page.getByRole('alert').filter({ hasText: 'The microphone was unplugged.' })
  await expect(notice).toContainText('Parley sent what you had said.')
  await expect(talkLine(page, 'Listening')).toBeHidden()
  await expect(replies(page)).toHaveCount(1, SPEECH_TIMEOUT)
  await expect(utterances(page)).toHaveText([/search for/i])
  await page.keyboard.up(' ')
})
