// A voice that needs ten milliseconds for a character, so that tests can count what was heard.
import type { ReplySpeaker, SpokenFrame, SpokenReply } from '../../src/core/ports/speech.ts'

const RATE = 1_000
const CHARACTER_MS = 10
const FRAME_CHARACTERS = 2

interface Options {
  /** Whether it gives one more frame after it was stopped. */
  dying?: () => boolean
}

export interface FakeSpeaker extends ReplySpeaker {
  /** Everything it was asked to speak, in order. */
  readonly asked: readonly string[]
}

export function createFakeSpeaker({ dying = () => false }: Options = {}): FakeSpeaker {
  const asked: string[] = []
  return {
    asked,
    begin(): SpokenReply {
      let text = ''
      const now = { ended: false, stopped: false }
      let wake: () => void = () => {}
      const change = (what: () => void): void => {
        what()
        wake()
      }
      async function* frames(): AsyncGenerator<SpokenFrame> {
        for (let said = 0; ; said += FRAME_CHARACTERS) {
          while (!now.stopped && !now.ended && text.length - said < FRAME_CHARACTERS)
            await new Promise<void>((resolve) => (wake = resolve))
          if ((now.stopped && (!dying() || said > 0)) || said >= text.length) return
          const characters = Math.min(FRAME_CHARACTERS, text.length - said)
          const samples = new Int16Array(characters * CHARACTER_MS).fill(text.charCodeAt(said))
          yield { samples, sampleRate: RATE, at: said * CHARACTER_MS, place: said + characters }
        }
      }
      return {
        append(delta) {
          asked.push(delta)
          change(() => void (text += delta))
        },
        pause: () => {},
        end: () => change(() => void (now.ended = true)),
        stop: () => change(() => void (now.stopped = true)),
        frames,
        heard: (played) => Math.min(text.length, Math.floor(played / CHARACTER_MS)),
      }
    },
  }
}
