// Plays one passage of speech in step with the clock: a little ahead of the listener and no further, so that a stop
// takes effect at once and Parley knows what was heard.
import type { Clock } from '../../core/ports/clock.ts'
import type { Room } from '../../core/ports/room.ts'
import type { SpokenFrame, SpokenReply } from '../../core/ports/speech.ts'
import type { PlaybackLog } from './playback-log.ts'

/** A text to speak: a reply or part of one, or something said beside the replies. */
export interface Passage {
  turnId: string
  text: string
  /** Where in the reply this text begins. */
  from: number
  /** No more text comes. */
  ended: boolean
  /** Not part of a reply. */
  aside: boolean
  /** The reply of a turn that runs beside another one. */
  beside: boolean
  reply: SpokenReply | null
  /** The place in the text up to which audio was sent. */
  sentPlace: number
  /** When its first sample is played, by the clock; null before that. */
  startedAt: number | null
  sentMs: number
  sampleRate: number
}

/** Audio is sent this far ahead: enough for a busy moment, little enough to know what was heard. */
export const LEAD_MS = 400
/** A window buffers this much before it plays. */
export const PLAYOUT_MS = 80

export const createPassage = (turnId: string, text: string, from: number): Passage => ({
  turnId,
  text,
  from,
  ended: false,
  aside: false,
  beside: false,
  reply: null,
  sentPlace: 0,
  startedAt: null,
  sentMs: 0,
  sampleRate: 0,
})

/** How many characters were heard. `playedMs` is what a window says it played; without it, the clock tells. */
export function charactersHeard(passage: Passage, now: number, playedMs?: number): number {
  if (!passage.reply || passage.startedAt === null) return 0
  const played = Math.min(playedMs ?? now - passage.startedAt, passage.sentMs)
  return passage.reply.heard(Math.round((played * passage.sampleRate) / 1000))
}

interface Deps {
  room: Room
  clock: Clock
  log: PlaybackLog
  /** False once it was stopped or something else is played. */
  isCurrent(): boolean
  /** Somebody talks, so nothing may begin. */
  isHeld(): boolean
  /** False once the voice was turned off. */
  isVoiceOn(): boolean
  onStarted(): void
}

export type PlayOutcome = 'played' | 'postponed' | 'stopped' | 'voice off'

export async function playPassage(passage: Passage, reply: SpokenReply, deps: Deps): Promise<PlayOutcome> {
  const { room, clock, log, isCurrent } = deps

  async function waitUntil(position: number): Promise<void> {
    const aheadMs = position - (clock.now() - (passage.startedAt ?? clock.now()))
    if (aheadMs <= 0 || !isCurrent()) return
    await new Promise<void>((resolve) => {
      clock.after(aheadMs, resolve)
    })
  }

  /** The first frame starts the clock; a frame after a gap sets it again. */
  async function waitForTurn({ at, sampleRate }: SpokenFrame): Promise<void> {
    // Stopped before its first frame, it never began.
    if (!isCurrent()) return
    const position = (at / sampleRate) * 1000
    const now = clock.now()
    if (passage.startedAt === null) {
      passage.startedAt = now
      deps.onStarted()
    } else if (now - passage.startedAt > position) passage.startedAt = now - position
    await waitUntil(position - LEAD_MS)
  }

  for await (const frame of reply.frames()) {
    if (passage.startedAt === null && isCurrent() && deps.isHeld()) return 'postponed'
    await waitForTurn(frame)
    // The frame after a stop is the audio fading out.
    if (!isCurrent()) return 'stopped'
    if (!deps.isVoiceOn()) return 'voice off'
    room.publishAudio(frame.samples, frame.sampleRate)
    const from = (passage.startedAt ?? clock.now()) + (frame.at / frame.sampleRate) * 1000
    const lastsMs = (frame.samples.length / frame.sampleRate) * 1000
    passage.sampleRate = frame.sampleRate
    passage.sentMs = ((frame.at + frame.samples.length) / frame.sampleRate) * 1000
    passage.sentPlace = frame.place
    log.note({ of: passage, to: frame.place, from, until: from + lastsMs })
  }
  await waitUntil(passage.sentMs + PLAYOUT_MS)
  return isCurrent() ? 'played' : 'stopped'
}
