import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { recognizeTake } from '../../../../../src/main/speech/hearing/recognize-take.ts'

const second = new Int16Array(16_000).fill(9000)

/** A service is asked for final text and not for guesses. */
function start({ eager, failing = false }: { eager: boolean; failing?: boolean }) {
  const asked: number[] = []
  const guessed: string[] = []
  let finished: (text: string) => void = () => {}
  const final = new Promise<string>((resolve) => (finished = resolve))
  let released = false
  const take = recognizeTake({
    eager,
    judge: { judge: async (frame) => (frame.some((value) => value > 0.1) ? 0.9 : 0) },
    transcriber: {
      name: 'service',
      guesses: false,
      async transcribe(clip) {
        asked.push(clip.length)
        if (failing && !released) throw new Error('busy')
        return { text: `${Math.round(clip.length / 16_000)} seconds` }
      },
      close: async () => {},
    },
    listener: {
      onActivity: () => {},
      onTranscript: (text) => guessed.push(text),
      onFinished: finished,
      onFailed: (error) => finished(String(error)),
    },
  })
  async function hear(seconds: number): Promise<void> {
    for (let parts = 0; parts < seconds * 50; parts++) {
      take.write(second.subarray(0, 320))
      for (let turns = 0; turns < 4; turns++) await setImmediate()
    }
  }
  const release = (): Promise<string> => {
    released = true
    take.release()
    return final
  }
  return { asked, guessed, hear, release }
}

describe('a take that a service transcribes', () => {
  it('is sent once, when it is over', async () => {
    const { asked, hear, release } = start({ eager: false })
    await hear(5)
    expect(asked).toEqual([])
    expect(await release()).toBe('5 seconds')
    expect(asked.length).toBe(1)
  })

  it('is guessed a few times while somebody waits for the first words', async () => {
    const { asked, guessed, hear, release } = start({ eager: true })
    await hear(1)
    expect(guessed.length).toBe(1)
    await hear(7)
    expect(asked.length).toBe(3)
    expect(await release()).toBe('8 seconds')
    expect(asked.length).toBe(4)
  })

  it('is transcribed although no guess succeeded', async () => {
    const { asked, guessed, hear, release } = start({ eager: true, failing: true })
    await hear(5)
    expect([asked.length, guessed]).toEqual([1, []])
    expect(await release()).toBe('5 seconds')
  })
})
