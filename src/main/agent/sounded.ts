// What of the agent's words was in the air when: an echo can only be of what sounded while it was heard.
import { speakable } from '../../core/voice/speakable.ts'

export interface Sounded {
  /** From one moment to another this much of a text sounds. */
  note(sound: Omit<Stretch, 'at'>): void
  /** Nothing sounds after this moment, whatever was sent. */
  cut(at: number): void
  /** What may have been heard from one moment to another, as it is written and as it is said. */
  between(from: number, until: number): string
}

interface Stretch {
  /** Whose text it is; that may still grow. */
  of: { readonly text: string }
  /** The places in the text between which it moved. */
  at: number
  to: number
  /** When it sounds, by the clock. */
  from: number
  until: number
}

/** On its way through the window's buffers, the loudspeaker, the room, the microphone and back it is as late as this. */
const LATE_MS = 500
const REMEMBERED_MS = 60_000

export function createSounded(): Sounded {
  let stretches: Stretch[] = []
  return {
    note(sound) {
      const last = stretches.at(-1)
      stretches.push({ ...sound, at: last?.of === sound.of ? last.to : 0 })
      const forgotten = sound.from - REMEMBERED_MS
      if (stretches[0]!.until < forgotten) stretches = stretches.filter(({ until }) => until >= forgotten)
    },
    cut(at) {
      stretches = stretches.filter(({ from }) => from <= at)
    },
    between(from, until) {
      const passages: Stretch[] = []
      for (const one of stretches) {
        if (one.until < from - LATE_MS || one.from > until) continue
        const last = passages.at(-1)
        if (last?.of === one.of) last.to = one.to
        else passages.push({ ...one })
      }
      const written = passages.map(({ of, at, to }) => wholeWords(of.text, at, to)).join(' ')
      return written.trim() === '' ? '' : `${written} ${speakable(written)}`
    },
  }
}

/** With the words at both ends: within a sentence it is only roughly known which one sounds. */
function wholeWords(text: string, at: number, to: number): string {
  const before = /\S*\s*\S*$/.exec(text.slice(0, at))?.[0].length ?? 0
  const after = /^\S*\s*\S*/.exec(text.slice(to))?.[0].length ?? 0
  return text.slice(at - before, to + after)
}
