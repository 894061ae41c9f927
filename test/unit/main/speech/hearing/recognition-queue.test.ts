import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  createRecognitionQueue,
  type RecognitionListener,
} from '../../../../../src/main/speech/hearing/recognition-queue.ts'
import { createFakeClock } from '../../../../fakes/fake-clock.ts'

const loud = new Int16Array(16_000).fill(9000)

function start({ fails = 0 } = {}) {
  const log: string[] = []
  const clock = createFakeClock()
  let failing = fails
  let answer: () => void = () => {}
  const recogniser = createRecognitionQueue({
    engine: 'test',
    guesses: false,
    loadDetector: async () => {
      log.push('detector loaded')
      return {
        follow: () => ({ judge: async (frame) => (frame.some((value) => value > 0.1) ? 0.9 : 0) }),
        close: async () => void log.push('detector closed'),
      }
    },
    loadTranscriber: async () => {
      if (failing-- > 0) throw new Error('no such file')
      log.push('transcriber loaded')
      return {
        name: 'test',
        guesses: false,
        transcribe: () =>
          new Promise((resolve) => {
            answer = () => resolve({ text: 'words' })
          }),
        close: async () => void log.push('transcriber closed'),
      }
    },
    clock,
    idleMs: 60_000,
  })
  const hear = () => {
    const ended = new Promise<string>((resolve) => {
      const listener: RecognitionListener = {
        onActivity: () => {},
        onTranscript: () => {},
        onDelayed: () => {},
        onFinished: resolve,
        onFailed: (error) => resolve(`failed: ${(error as Error).message}`),
      }
      const take = recogniser.open(listener, async () => new Int16Array(0))
      take.write(loud)
      take.release()
    })
    return { ended }
  }
  const settled = async (): Promise<void> => {
    for (let round = 0; round < 60; round++) await setImmediate()
  }
  return { recogniser, log, clock, hear, settled, finish: () => answer() }
}

describe('the recognition engines', () => {
  it('are loaded when first needed and closed when idle for long', async () => {
    const { log, clock, hear, settled, finish } = start()
    expect(log).toEqual([])
    const { ended } = hear()
    await settled()
    finish()
    expect(await ended).toBe('words')
    expect(log.toSorted()).toEqual(['detector loaded', 'transcriber loaded'])
    clock.advance(59_000)
    await settled()
    expect(log).not.toContain('transcriber closed')
    clock.advance(2000)
    await settled()
    expect(log.at(-1)).toBe('transcriber closed')
    void hear()
    await settled()
    expect(log.at(-1)).toBe('transcriber loaded')
  })

  it('stay loaded while a voice watch is open', async () => {
    const { recogniser, log, clock, settled } = start()
    const watch = recogniser.watch(() => {})
    clock.advance(600_000)
    await settled()
    expect(log).not.toContain('transcriber closed')
    watch.close()
    clock.advance(60_000)
    await settled()
    expect(log).toContain('transcriber closed')
  })

  it('finish open takes before they are closed', async () => {
    const { recogniser, log, hear, settled, finish } = start()
    const { ended } = hear()
    await settled()
    await recogniser.close()
    expect(log).not.toContain('transcriber closed')
    finish()
    expect(await ended).toBe('words')
    await settled()
    expect(log.slice(-2)).toEqual(['transcriber closed', 'detector closed'])
  })

  it('fail the take when they cannot be loaded, and are loaded again for the next', async () => {
    const { hear, settled, finish } = start({ fails: 2 })
    const first = hear()
    expect(await first.ended).toBe('failed: no such file')
    const second = hear()
    await settled()
    finish()
    expect(await second.ended).toBe('words')
  })
})
