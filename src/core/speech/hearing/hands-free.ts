// Hands-free listening: a take begins when somebody speaks, with the audio from just before, and ends when they have
// finished. Time is measured in audio, which arrives as long as the microphone is open.
import type { Recognizer, Take, VoiceWatch } from '../../ports/recognizer.ts'
import { judgePause, type TurnJudgement } from './end-of-turn.ts'
import { createPreRoll } from './pre-roll.ts'
import { msOf, samplesIn } from './samples.ts'
import { START_PAD, type ActivityChange } from './speech-activity.ts'

export interface HandsFree {
  write(samples: Int16Array): void
  /** The microphone is closed. An open take ends as if its turn were over. */
  close(): void
}

interface Deps {
  recognizer: Recognizer
  session: string
  newTakeId(): string
  pauseMs(): number
  /** Whether the text is a command, which nothing can follow. */
  isCommand(text: string): boolean
  /** Whether the first words are needed early, because the agent speaks and may have to stop. */
  isEager(): boolean
  /** Somebody began to speak, this long ago. */
  onTake(take: Take, agoMs: number): void
  /** They have finished: the take is to be released, or cancelled. */
  onTurnEnded(
    take: Take,
    because: (TurnJudgement & { tag: 'ended' })['because'] | 'limit' | 'failed' | 'closed',
  ): void
}

/** On a busy computer the voice watch reports speech seconds late. Audio from this long before is still stored. */
const REMEMBERED_MS = 12_000
const LATE_MS = 3000

interface OpenTake {
  take: Take
  text: string | null
  /** Samples in the take so far, and where speech last paused; null while somebody speaks. */
  written: number
  pausedAt: number | null
  unsubscribe(): void
}

export function createHandsFree(deps: Deps): HandsFree {
  const remembered = createPreRoll(REMEMBERED_MS)
  const watch: VoiceWatch = deps.recognizer.watch(notice)
  let position = 0
  /** Audio up to here was part of a take. */
  let takenTo = 0
  let current: OpenTake | null = null
  let closed = false

  function notice(change: ActivityChange): void {
    if (closed || current || change.type !== 'speech.began') return
    const past = remembered.read()
    const untaken = position - Math.max(change.at, takenTo)
    const preRoll = past.subarray(Math.max(0, past.length - Math.max(0, untaken)))
    const take = deps.recognizer.open({
      takeId: deps.newTakeId(),
      session: deps.session,
      preRoll,
      eager: deps.isEager(),
    })
    const opened: OpenTake = {
      take,
      text: null,
      written: preRoll.length,
      // The take's own detector has not noticed speech yet. It counts as a pause, though not at once, because it may be
      // late.
      pausedAt: preRoll.length + samplesIn(LATE_MS),
      unsubscribe: () => {},
    }
    current = opened
    opened.unsubscribe = take.onEvent((event) => {
      if (event.type === 'speech.began') opened.pausedAt = null
      else if (event.type === 'speech.paused') opened.pausedAt = event.at
      else if (event.type === 'words.guessed') opened.text = event.text
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

  function judge({ text, written, pausedAt }: OpenTake): void {
    if (pausedAt === null) return
    const judgement = judgePause({
      text,
      quietMs: msOf(written - pausedAt),
      pauseMs: deps.pauseMs(),
      isCommand: text !== null && deps.isCommand(text),
    })
    if (judgement.tag === 'ended') end(judgement.because)
  }

  return {
    write(samples) {
      if (closed) return
      position += samples.length
      remembered.write(samples)
      if (current) {
        current.written += samples.length
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
