import { expect, it } from 'vitest'
import type { ActivityChange } from '../../../../src/core/ears/speech-activity.ts'
import { watchVoice } from '../../../../src/main/speech/ears/watch-voice.ts'

it('says where in the sound somebody began, even when it was too late for some of it', async () => {
  let loaded: () => void = () => {}
  const loading = new Promise<void>((resolve) => (loaded = resolve))
  const judge = {
    async judge(frame: Float32Array) {
      await loading
      return frame[0]! > 0.1 ? 1 : 0
    },
  }
  const changes: ActivityChange[] = []
  const watch = watchVoice(judge, (change) => changes.push(change))
  const quiet = new Int16Array(512)
  const loud = new Int16Array(512).fill(16_000)
  // More than anybody waits for; the voice is in what is kept.
  for (let frame = 0; frame < 1_000; frame++) watch.write(frame < 900 ? quiet : loud)
  loaded()
  await expect.poll(() => changes.length).toBe(1)
  const [began] = changes
  expect(began).toMatchObject({ type: 'speech.began' })
  // With the 350 milliseconds that are always given before it.
  expect(began!.at).toBe(900 * 512 - 350 * 16)
})
