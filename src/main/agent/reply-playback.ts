// The queue of what the agent says in the room: replies are spoken while they are written, one after another.
import type { Clock } from '../../core/ports/clock.ts'
import type { Room } from '../../core/ports/room.ts'
import type { ReplySpeaker, SpokenReply } from '../../core/ports/speech.ts'
import { charactersHeard, createPassage, playPassage, type Passage } from './passage-player.ts'
import { createPlaybackLog } from './playback-log.ts'
import { samePrefix, sentenceStart, wordStart } from './text-places.ts'

export interface ReplyPlayback {
  /** A reply beside another one is spoken before the rest of that one. */
  append(turnId: string, delta: string, isBeside?: boolean): void
  /** The reply so far was replaced: the unspoken part is spoken as it is now. */
  replace(turnId: string, text: string): void
  /** The brain does something else: speaks the whole sentences there are. */
  pause(turnId: string): void
  end(turnId: string): void
  /** Silences everything. `playedMs` is how much of the current passage a window has played. */
  stop(playedMs?: number): void
  /** A reply that the last stop silenced goes on where it was cut off, or from this place. `text` is all of it so far. */
  resume(turnId: string, text: string, from?: number): void
  /** Whether something is being spoken, or about to be. */
  isSpeaking(): boolean
  /** Speaks a complete text from a place in it. */
  repeat(turnId: string, text: string, from: number): void
  /** While held, nothing begins to be spoken: somebody talks. */
  hold(held: boolean): void
  /** Says something that is not part of a reply, unless something is being spoken already. */
  aside(turnId: string, text: string): void
  /** Says something that cannot wait for the end of an unfinished reply: it comes after the text there is. */
  announce(turnId: string, text: string): void
  /** What may have been heard between two moments, to tell an echo from an answer. */
  playedBetween(from: number, until: number): string
  close(): void
}

export interface ReplyPlaybackListener {
  started(turnId: string, aside: boolean): void
  /** It fell silent after so many characters of the reply. */
  ended(turnId: string, heard: number, complete: boolean, aside: boolean): void
  /** Nothing is being spoken any more. */
  quiet(): void
  failed(error: unknown): void
}

interface Deps {
  room: Room
  /** Null while there is no voice. */
  speaker(): ReplySpeaker | null
  clock: Clock
  listener: ReplyPlaybackListener
}

export function createReplyPlayback({ room, speaker, clock, listener }: Deps): ReplyPlayback {
  const waiting: Passage[] = []
  let current: Passage | null = null
  /** Replies that were stopped stay silent while more of them is written. */
  const silenced = new Set<string>()
  /** Where the last stop cut off replies. */
  const cuts = new Map<string, number>()
  /** How much of each unfinished reply has been written, spoken or not. */
  const written = new Map<string, number>()
  const log = createPlaybackLog()
  let held = false
  let closed = false

  const unfinished = (): Passage[] => [...(current ? [current] : []), ...waiting]
  const find = (turnId: string): Passage | undefined =>
    unfinished().findLast((one) => one.turnId === turnId && !one.aside)

  function passageOf(turnId: string, from: number, isBeside = false): Passage | null {
    if (closed || silenced.has(turnId) || !speaker()) return null
    const known = find(turnId)
    if (known && !known.ended) return known
    const fresh: Passage = { ...createPassage(turnId, '', from), beside: isBeside }
    if (isBeside) {
      makeWay()
      const after = waiting.findIndex((one) => !one.beside)
      waiting.splice(after < 0 ? waiting.length : after, 0, fresh)
    } else waiting.push(fresh)
    return fresh
  }

  /** The rest of an unfinished reply becomes a separate passage, after what comes now. */
  function makeWay(): void {
    for (const passage of unfinished()) {
      if (passage.ended || passage.beside) continue
      passage.ended = true
      passage.reply?.end()
    }
  }

  function cut({ turnId, from, ended, aside }: Passage, heard: number): void {
    if (!ended || written.has(turnId)) silenced.add(turnId)
    if (!aside) cuts.set(turnId, Math.min(cuts.get(turnId) ?? Infinity, from + heard))
  }

  function next(): void {
    const voice = speaker()
    if (current || closed || held) return
    const passage = waiting.shift()
    if (!passage || !voice) return
    current = passage
    const reply = voice.begin()
    passage.reply = reply
    reply.append(passage.text)
    if (passage.ended) reply.end()
    void play(passage, reply)
  }

  async function play(passage: Passage, reply: SpokenReply): Promise<void> {
    const isCurrent = (): boolean => current === passage
    try {
      const outcome = await playPassage(passage, reply, {
        room,
        clock,
        log,
        isCurrent,
        isHeld: () => held,
        isVoiceOn: () => speaker() !== null,
        onStarted: () => listener.started(passage.turnId, passage.aside),
      })
      if (!isCurrent()) return
      if (outcome === 'postponed') postpone(passage)
      else if (outcome === 'voice off') finish(passage, charactersHeard(passage, clock.now()), false)
      else if (outcome === 'played') finish(passage, passage.text.length, true)
    } catch (error) {
      listener.failed(error)
      if (isCurrent()) finish(passage, charactersHeard(passage, clock.now()), false)
    }
  }

  /** Somebody began to talk before its first audio. An aside is not worth saying afterwards. */
  function postpone(passage: Passage): void {
    passage.reply?.stop()
    passage.reply = null
    current = null
    if (!passage.aside) waiting.unshift(passage)
    listener.quiet()
  }

  function finish(passage: Passage, heard: number, complete: boolean): void {
    current = null
    if (passage.startedAt !== null || !complete) reportEnd(passage, heard, complete)
    next()
    if (!current) listener.quiet()
  }

  function reportEnd({ turnId, from, text, aside }: Passage, heard: number, complete: boolean): void {
    listener.ended(turnId, from + Math.min(heard, text.length), complete, aside)
  }

  function enqueue(passage: Passage): void {
    waiting.push({ ...passage, ended: true })
    next()
  }

  return {
    append(turnId, delta, isBeside) {
      const from = written.get(turnId) ?? 0
      written.set(turnId, from + delta.length)
      const passage = passageOf(turnId, from, isBeside)
      if (!passage) return
      passage.text += delta
      passage.reply?.append(delta)
      next()
    },
    replace(turnId, text) {
      const before = written.get(turnId) ?? 0
      written.set(turnId, text.length)
      const passage = find(turnId)
      if (!passage || passage.ended) {
        const fresh = passageOf(turnId, Math.min(before, text.length))
        if (fresh) fresh.text = text.slice(fresh.from)
        return next()
      }
      const old = passage.text
      const now = text.slice(passage.from)
      passage.text = now
      if (!passage.reply) return
      if (now.startsWith(old)) return passage.reply.append(now.slice(old.length))
      // Audio that was sent will be heard. A word that has changed is spoken from its beginning.
      const from = wordStart(now, Math.min(passage.sentPlace, samePrefix(old, now)))
      passage.reply.stop()
      current = null
      waiting.unshift(createPassage(turnId, now.slice(from), passage.from + from))
      next()
    },
    pause: (turnId) => find(turnId)?.reply?.pause(),
    hold(now) {
      held = now
      next()
    },
    end(turnId) {
      silenced.delete(turnId)
      written.delete(turnId)
      const passage = find(turnId)
      if (!passage || passage.ended) return
      passage.ended = true
      passage.reply?.end()
    },
    stop(playedMs) {
      if (current || waiting.length > 0) cuts.clear()
      for (const unheard of waiting.splice(0)) {
        cut(unheard, 0)
        reportEnd(unheard, 0, false)
      }
      const passage = current
      if (!passage) return
      const heard = charactersHeard(passage, clock.now(), playedMs)
      cut(passage, heard)
      passage.reply?.stop()
      log.cut(clock.now())
      finish(passage, heard, false)
    },
    resume(turnId, text, from) {
      const at = cuts.get(turnId)
      cuts.delete(turnId)
      silenced.delete(turnId)
      if (at === undefined || closed || !speaker()) return
      const start = from ?? sentenceStart(text, at)
      const isOver = !written.has(turnId)
      if (text.slice(start).trim() === '') return
      waiting.push({ ...createPassage(turnId, text.slice(start), start), ended: isOver })
      next()
    },
    isSpeaking: () => current !== null,
    repeat(turnId, text, from) {
      if (!closed && speaker()) enqueue(createPassage(turnId, text.slice(from), from))
    },
    aside(turnId, text) {
      if (closed || current || waiting.length > 0 || !speaker()) return
      enqueue({ ...createPassage(turnId, text, 0), aside: true })
    },
    announce(turnId, text) {
      if (closed || !speaker()) return
      makeWay()
      enqueue({ ...createPassage(turnId, text, 0), aside: true })
    },
    playedBetween: log.between,
    close() {
      closed = true
      waiting.length = 0
      current?.reply?.stop()
      current = null
    },
  }
}
