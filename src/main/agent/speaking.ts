// The agent's voice in the room: replies are spoken while they are written, one after another, a little ahead of the ear
// and no further, so that a stop is a stop and what was heard is known.
import type { Clock, Room } from '../../core/ports.ts'
import type { Speaker, SpokenFrame, SpokenReply } from '../../core/ports/speaker.ts'
import { createSounded } from './sounded.ts'

export interface Speaking {
  append(turnId: string, delta: string): void
  /** What was written so far was something else: what is not said yet is said as it is now. */
  replace(turnId: string, text: string): void
  /** The brain is busy with something else: what is a whole sentence so far is said. */
  pause(turnId: string): void
  end(turnId: string): void
  /** Silence, now, for every reply there is. `playedMs` is what a window really played of the one that sounds. */
  stop(playedMs?: number): void
  /** Something is being said, or about to be. */
  isSpeaking(): boolean
  /** Says a text that is already whole, from a place in it. */
  repeat(turnId: string, text: string, from: number): void
  /** Begins with what waits, where it may now. */
  goOn(): void
  /** A word on the way, which is no part of the reply. Left out where something is being said already. */
  aside(turnId: string, words: string): void
  /** What may have been heard of it from one moment to another, for telling an echo from an answer. */
  sounded(from: number, until: number): string
  close(): void
}

export interface SpeakingListener {
  started(turnId: string, aside: boolean): void
  /** It fell silent: so many characters were heard. */
  ended(turnId: string, heard: number, complete: boolean, aside: boolean): void
  /** Nothing is being said any more, whether any of it was heard or not. */
  quiet(): void
  failed(error: unknown): void
}

interface Deps {
  room: Room
  /** Null while there is no voice: replies are read then, not heard. */
  speaker(): Speaker | null
  clock: Clock
  /** False while somebody talks: nobody is talked over. */
  mayBegin(): boolean
  listener: SpeakingListener
}

interface Utterance {
  turnId: string
  text: string
  /** Where in the reply this text begins. */
  from: number
  ended: boolean
  aside: boolean
  reply: SpokenReply | null
  /** The place in the text that what was sent reaches. */
  sentPlace: number
  /** When its first sample sounds, by the clock; null before that. */
  startedAt: number | null
  sentMs: number
  sampleRate: number
}

/** So far ahead of the ear sound is sent: enough for a busy moment, little enough to know what was heard. */
export const LEAD_MS = 400
/** The window gathers so much before it plays; until then its end is still to be heard. */
export const PLAYOUT_MS = 80

export function createSpeaking({ room, speaker, clock, mayBegin, listener }: Deps): Speaking {
  const waiting: Utterance[] = []
  let current: Utterance | null = null
  /** Replies that were silenced stay silent, however much more of them is written. */
  const silenced = new Set<string>()
  /** How much of each reply has been written, whoever was to say it. */
  const written = new Map<string, number>()
  const sounded = createSounded()
  let closed = false

  const find = (turnId: string): Utterance | undefined =>
    [...(current ? [current] : []), ...waiting].find((one) => one.turnId === turnId && !one.aside)

  function utteranceOf(turnId: string, from: number): Utterance | null {
    if (closed || silenced.has(turnId) || !speaker()) return null
    const known = find(turnId)
    if (known && !known.ended) return known
    const fresh = utteranceFrom(turnId, '', from)
    waiting.push(fresh)
    return fresh
  }

  function next(): void {
    const voice = speaker()
    if (current || closed || !mayBegin()) return
    const utterance = waiting.shift()
    if (!utterance || !voice) return
    current = utterance
    const reply = voice.begin()
    utterance.reply = reply
    reply.append(utterance.text)
    if (utterance.ended) reply.end()
    void play(utterance, reply)
  }

  async function play(utterance: Utterance, reply: SpokenReply): Promise<void> {
    try {
      for await (const frame of reply.frames()) {
        if (utterance.startedAt === null && current === utterance && !mayBegin()) return putOff(utterance)
        await inTime(utterance, frame)
        // A frame after the stop is the sound dying away; it is the last one.
        if (current !== utterance) return
        // Turned off in the middle of a sentence.
        if (!speaker()) return finish(utterance, heardOf(utterance), false)
        room.publishAudio(frame.samples, frame.sampleRate)
        utterance.sampleRate = frame.sampleRate
        const from = (utterance.startedAt ?? clock.now()) + (frame.at / frame.sampleRate) * 1000
        utterance.sentMs = ((frame.at + frame.samples.length) / frame.sampleRate) * 1000
        utterance.sentPlace = frame.place
        const lasts = (frame.samples.length / frame.sampleRate) * 1000
        sounded.note({ of: utterance, to: frame.place, from, until: from + lasts })
      }
      await until(utterance, utterance.sentMs + PLAYOUT_MS)
      if (current === utterance) finish(utterance, utterance.text.length, true)
    } catch (error) {
      listener.failed(error)
      if (current === utterance) finish(utterance, heardOf(utterance), false)
    }
  }

  /** Somebody began to talk while its sound was being made. A word on the way is not worth saying afterwards. */
  function putOff(utterance: Utterance): void {
    utterance.reply?.stop()
    utterance.reply = null
    current = null
    if (!utterance.aside) waiting.unshift(utterance)
    listener.quiet()
  }

  /** Waits until it is time to send a frame. The first one starts the clock, and so does one after a gap. */
  async function inTime(utterance: Utterance, { at, sampleRate }: SpokenFrame): Promise<void> {
    // One that was stopped before its first frame has never begun.
    if (current !== utterance) return
    const position = (at / sampleRate) * 1000
    const now = clock.now()
    if (utterance.startedAt === null) {
      utterance.startedAt = now
      listener.started(utterance.turnId, utterance.aside)
    } else if (now - utterance.startedAt > position) utterance.startedAt = now - position
    await until(utterance, position - LEAD_MS)
  }

  const until = (utterance: Utterance, position: number): Promise<void> => {
    const ahead = position - (clock.now() - (utterance.startedAt ?? clock.now()))
    if (ahead <= 0 || current !== utterance) return Promise.resolve()
    return new Promise((resolve) => {
      clock.after(ahead, resolve)
    })
  }

  function heardOf(utterance: Utterance, playedMs?: number): number {
    if (!utterance.reply || utterance.startedAt === null) return 0
    const played = Math.min(playedMs ?? clock.now() - utterance.startedAt, utterance.sentMs)
    return utterance.reply.heard(Math.round((played * utterance.sampleRate) / 1000))
  }

  function finish(utterance: Utterance, heard: number, complete: boolean): void {
    current = null
    // One that was silenced before its first sound was not heard either.
    if (utterance.startedAt !== null || !complete) tellEnded(utterance, heard, complete)
    next()
    if (!current) listener.quiet()
  }

  function tellEnded({ turnId, from, text, aside }: Utterance, heard: number, complete: boolean): void {
    listener.ended(turnId, from + Math.min(heard, text.length), complete, aside)
  }

  return {
    append(turnId, delta) {
      const from = written.get(turnId) ?? 0
      written.set(turnId, from + delta.length)
      const utterance = utteranceOf(turnId, from)
      if (!utterance) return
      utterance.text += delta
      utterance.reply?.append(delta)
      next()
    },
    replace(turnId, text) {
      const before = written.get(turnId) ?? 0
      written.set(turnId, text.length)
      const utterance = find(turnId)
      if (!utterance || utterance.ended) {
        const fresh = utteranceOf(turnId, Math.min(before, text.length))
        if (fresh) fresh.text = text.slice(fresh.from)
        return next()
      }
      const said = utterance.text
      const now = text.slice(utterance.from)
      utterance.text = now
      if (!utterance.reply) return
      if (now.startsWith(said)) return utterance.reply.append(now.slice(said.length))
      // What was sent will be heard; a word that has changed is said from its beginning.
      const from = wordStart(now, Math.min(utterance.sentPlace, samePrefix(said, now)))
      utterance.reply.stop()
      current = null
      waiting.unshift(utteranceFrom(turnId, now.slice(from), utterance.from + from))
      next()
    },
    pause: (turnId) => find(turnId)?.reply?.pause(),
    goOn: () => next(),
    end(turnId) {
      silenced.delete(turnId)
      written.delete(turnId)
      const utterance = find(turnId)
      if (!utterance || utterance.ended) return
      utterance.ended = true
      utterance.reply?.end()
    },
    stop(playedMs) {
      for (const unheard of waiting.splice(0)) {
        if (!unheard.ended) silenced.add(unheard.turnId)
        tellEnded(unheard, 0, false)
      }
      const utterance = current
      if (!utterance) return
      if (!utterance.ended) silenced.add(utterance.turnId)
      const heard = heardOf(utterance, playedMs)
      utterance.reply?.stop()
      sounded.cut(clock.now())
      finish(utterance, heard, false)
    },
    isSpeaking: () => current !== null,
    repeat(turnId, text, from) {
      if (closed || !speaker()) return
      waiting.push({ ...utteranceFrom(turnId, text.slice(from), from), ended: true })
      next()
    },
    aside(turnId, words) {
      if (closed || current || waiting.length > 0 || !speaker()) return
      waiting.push({ ...utteranceFrom(turnId, words, 0), ended: true, aside: true })
      next()
    },
    sounded: sounded.between,
    close() {
      closed = true
      waiting.length = 0
      current?.reply?.stop()
      current = null
    },
  }
}

const utteranceFrom = (turnId: string, text: string, from: number): Utterance => ({
  turnId,
  text,
  from,
  ended: false,
  aside: false,
  reply: null,
  sentPlace: 0,
  startedAt: null,
  sentMs: 0,
  sampleRate: 0,
})

function samePrefix(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

function wordStart(text: string, at: number): number {
  let start = at
  while (start > 0 && /\w/.test(text[start - 1]!) && /\w/.test(text[start] ?? '')) start--
  return start
}
