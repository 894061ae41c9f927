// Whoever speaks over one connection and is gone with it, as phones with glasses and browsers are.
import { parseJson } from '../../core/parse-json.ts'
import {
  closingWords,
  createWaiting,
  type Line,
  type Saying,
  type Speaker,
  type SpeakerDeps,
} from './speaker.ts'

/** What has become of the turn so far. */
export interface TurnSoFar {
  answered(): void
  failed(why: string): void
  /** The gateway is idle again: whatever was going to come has come. */
  over(): void
}

interface Wire<F> {
  /** Null for what the wire has no word for. */
  read(parsed: unknown): F | null
  /** Whether it lets us in. */
  isReady(frame: F): boolean
  hear(frame: F, turn: TurnSoFar): void
  say(saying: Saying): void
}

export function createLineSpeaker<F>(line: Line, deps: SpeakerDeps, wire: Wire<F>): Speaker {
  const waiting = createWaiting(deps)
  let answered = false
  let failure: string | null = null
  const turn: TurnSoFar = {
    answered: () => void (answered = true),
    failed: (why) => void (failure = why),
    over() {
      if (answered || failure !== null) waiting.end(answered ? null : failure)
    },
  }
  const ready = new Promise<void>((resolve, reject) => {
    line.onFrame((data) => {
      const frame = wire.read(typeof data === 'string' ? parseJson(data) : undefined)
      if (frame === null) return deps.note('The wire has no such frame; it is passed over.')
      if (wire.isReady(frame)) resolve()
      wire.hear(frame, turn)
    })
    void line.closed.then((closing) => {
      reject(new Error(closingWords(closing)))
      waiting.end(closingWords(closing))
    })
  })
  ready.catch(() => {})
  return {
    ready,
    say: wire.say,
    turn(saying) {
      answered = false
      failure = null
      return waiting.begin(() => wire.say(saying))
    },
    raw: line.send,
    gone: line.closed,
    close: line.close,
  }
}
