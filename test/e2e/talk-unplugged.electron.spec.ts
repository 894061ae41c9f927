// The microphone goes away in the middle of a sentence: a real recording, the ears that ship, and a device that dies.
import type { ElectronApplication } from '@playwright/test'
import { joined } from '../../src/core/ears/samples.ts'
import { expect, test } from './parley-fixture.ts'
import { tapSound, tracks } from './sound-tap.ts'
import { asks, LIGHT, line, ready, replies, room, said, WORDS } from './spoken-words.ts'
import { transcript } from './what-a-person-does.ts'

// Words are made out while others work on the same machine.
test.slow()

/** Ends the process that has the sound devices, which to the page is as if they were pulled out. */
async function pullOut(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ app }) => {
    const devices = app.getAppMetrics().find(({ serviceName }) => serviceName === 'audio.mojom.AudioService')
    process.kill(devices!.pid, 'SIGKILL')
  })
}

test('what was said until the microphone was pulled out is understood and sent, and it is told', async ({
  launch,
}) => {
  const sentence = said('search for all usages of the event emitter')
  const { page, electron } = await launch({ microphone: joined([LIGHT, sentence, room(10)]) })
  await tapSound(page)
  await ready(page)
  await page.keyboard.down(' ')
  // In the middle of it: words are shown while it is being said.
  await expect(transcript(page)).toContainText(/search for/i, WORDS)
  await pullOut(electron!)
  await expect.poll(() => tracks(page)).toEqual(['ended'])
  const told = page.getByRole('alert').filter({ hasText: 'The microphone was unplugged.' })
  await expect(told).toContainText('What you had said was kept and sent.')
  await expect(line(page, 'Listening')).toBeHidden()
  await expect(replies(page)).toHaveCount(1, WORDS)
  await expect(asks(page)).toHaveText([/search for/i])
  await page.keyboard.up(' ')
})
