// The whole conversation, spoken: a real microphone that plays a recording, the engines that ship, the agent that is built
// in, and what comes out of the loudspeaker recognised again.
import { joined } from '../../src/core/ears/samples.ts'
import { loadMoonshine } from '../../src/main/speech/ears/moonshine.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { expect, test } from './parley-fixture.ts'
import { soundGivenOut, soundNow, tapSound } from './sound-tap.ts'
import { statusBar, tab, transcript, viewer } from './what-a-person-does.ts'

const said = (text: string): Int16Array =>
  [...recordings('commands'), ...recordings('control')].find((one) => one.said === text)!.samples

/** Spoken, then quiet for long enough to let go of the key. */
const microphoneOf = (...words: string[]): Int16Array =>
  joined(words.flatMap((text) => [silence(0.5), said(text), silence(2)]))

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
  await expect(statusBar(page).getByRole('button', { name: /^Voice: Flite/ })).toBeVisible()
  await page.keyboard.down(' ')
  await expect(transcript(page)).toContainText(/working changes/i)
  await page.keyboard.up(' ')
  await expect(tab(page, /changes/i)).toBeVisible()
  await expect(viewer(page)).toContainText('(hour + 1) % 12')
  await expect.poll(async () => (await soundNow(page)).loud).toBeGreaterThan(0.01)
  await expect.poll(async () => (await soundNow(page)).loud, { timeout: 20_000 }).toBeLessThan(0.001)
  const reply = await transcript(page).locator('li').last().innerText()
  const heard = await recognised(await soundGivenOut(page))
  console.log({ reply, heard })
  expect(complaints).toEqual([])
})
