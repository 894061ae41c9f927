import { expect, it } from 'vitest'
import type { ActivityChange } from '../../../../../src/core/speech/hearing/speech-activity.ts'
import { watchVoice } from '../../../../../src/main/speech/hearing/voice-watch.ts'

it('a voice watch reports where speech began, even when frames were dropped', async () => {
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
  // More than may wait; the voice is in the part that stays.
  for (let frame = 0; frame < 1_000; frame++) watch.write(frame < 900 ? quiet : loud)
  loaded()
  await expect.poll(() => changes.length).toBe(1)
  const [began] = changes
  expect(began).toMatchObject({ type: 'speech.began' })
  // With the padding of 350 milliseconds before it.
  expect(began!.at).toBe(900 * 512 - 350 * 16)
})
