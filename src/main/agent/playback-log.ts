// Which text was played when: an echo can only be of what was played while the microphone heard it.
import { speakable } from '../../core/speech/speaking/speakable.ts'

export interface PlaybackLog {
  note(stretch: Omit<Stretch, 'at'>): void
  /** Nothing was played after this moment, whatever was sent. */
  cut(at: number): void
  /** What may have been heard between two moments, as it is written and as it is spoken. */
  between(from: number, until: number): string
}

/** A piece of text and when it was played. */
interface Stretch {
  /** The whole text, which may still grow. */
  of: { readonly text: string }
  /** The piece of the text, from `at` to `to`. */
  at: number
  to: number
  from: number
  until: number
}

/** The delay from the window's buffers through loudspeaker and microphone and back. */
const LATE_MS = 500
const REMEMBERED_MS = 60_000

export function createPlaybackLog(): PlaybackLog {
  let stretches: Stretch[] = []
  return {
    note(stretch) {
      const last = stretches.at(-1)
      stretches.push({ ...stretch, at: last?.of === stretch.of ? last.to : 0 })
      const forgotten = stretch.from - REMEMBERED_MS
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

/** With a word more at both ends: within a sentence the place is known only roughly. */
function wholeWords(text: string, at: number, to: number): string {
  const before = /\S*\s*\S*$/.exec(text.slice(0, at))?.[0].length ?? 0
  const after = /^\S*\s*\S*/.exec(text.slice(to))?.[0].length ?? 0
  return text.slice(at - before, to + after)
}
