// Listening without a key: a take begins when somebody speaks, with what came just before, and ends when they have
// finished. Time is counted in sound, which keeps coming as long as the microphone is open.
import type { Ears, Take, VoiceWatch } from '../ports/ears.ts'
import { judgePause, type TurnJudgement } from './end-of-turn.ts'
import { createPreRoll } from './pre-roll.ts'
import { msOf, samplesIn } from './samples.ts'
import { START_PAD, type ActivityChange } from './speech-activity.ts'

export interface HandsFree {
  write(samples: Int16Array): void
  /** The microphone is closed. A take that is open is ended as if its turn were over. */
  close(): void
}

interface Deps {
  ears: Ears
  session: string
  newTakeId(): string
  patienceMs(): number
  /** Whether these words are a command of the fixed grammar, which nothing can follow. */
  isCommand(words: string): boolean
  /** Whether the first words of a take are waited for: the agent speaks, and may have to stop. */
  isEager(): boolean
  /** Somebody began to speak, so many milliseconds ago. */
  onTake(take: Take, agoMs: number): void
  /** They have finished; the take is to be released, or was not meant. */
  onTurnEnded(
    take: Take,
    because: (TurnJudgement & { tag: 'ended' })['because'] | 'limit' | 'failed' | 'closed',
  ): void
}

/** Whoever tells that somebody speaks is late, by seconds on a busy machine; so long before, nothing is forgotten. */
const REMEMBERED_MS = 12_000
const LATE_MS = 3000

interface OpenTake {
  take: Take
  words: string | null
  /** Samples of the take so far, and where in it speech last paused; null while somebody speaks. */
  heard: number
  pausedAt: number | null
  unsubscribe(): void
}

export function createHandsFree(deps: Deps): HandsFree {
  const remembered = createPreRoll(REMEMBERED_MS)
  const watch: VoiceWatch = deps.ears.watch(notice)
  let position = 0
  /** Up to here it has been part of a take. */
  let takenTo = 0
  let current: OpenTake | null = null
  let closed = false

  function notice(change: ActivityChange): void {
    if (closed || current || change.type !== 'speech.began') return
    const past = remembered.read()
    const unheard = position - Math.max(change.at, takenTo)
    const preRoll = past.subarray(Math.max(0, past.length - Math.max(0, unheard)))
    const take = deps.ears.open({
      takeId: deps.newTakeId(),
      session: deps.session,
      preRoll,
      eager: deps.isEager(),
    })
    const opened: OpenTake = {
      take,
      words: null,
      heard: preRoll.length,
      // Until its own ear has heard somebody, it is taken for quiet, though not at once: that ear may be late.
      pausedAt: preRoll.length + samplesIn(LATE_MS),
      unsubscribe: () => {},
    }
    current = opened
    opened.unsubscribe = take.onEvent((event) => {
      if (event.type === 'speech.began') opened.pausedAt = null
      else if (event.type === 'speech.paused') opened.pausedAt = event.at
      else if (event.type === 'words.guessed') opened.words = event.text
      else if (event.type === 'take.limited') end('limit')
      else if (event.type === 'take.failed') end('failed')
    })
    deps.onTake(take, msOf(Math.max(0, position - change.at - START_PAD)))
  }

  function end(because: Parameters<Deps['onTurnEnded']>[1]): void {
    const ended = current
    current = null
    takenTo = position
    ended?.unsubscribe()
    if (ended) deps.onTurnEnded(ended.take, because)
  }

  function judge({ words, heard, pausedAt }: OpenTake): void {
    if (pausedAt === null) return
    const judgement = judgePause({
      words,
      quietMs: msOf(heard - pausedAt),
      patienceMs: deps.patienceMs(),
      isCommand: words !== null && deps.isCommand(words),
    })
    if (judgement.tag === 'ended') end(judgement.because)
  }

  return {
    write(samples) {
      if (closed) return
      position += samples.length
      remembered.write(samples)
      if (current) {
        current.heard += samples.length
        current.take.write(samples)
      }
      watch.write(samples)
      if (current) judge(current)
    },
    close() {
      if (closed) return
      end('closed')
      closed = true
      watch.close()
    },
  }
}
