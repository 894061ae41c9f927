// Texts into a room that are still being written. The stay they were begun in may end in the middle of one: whoever hears it
// then gets it again from its beginning in the next stay, as the same segment, and the rest as it comes.
import type { TextStreamOptions, TextStreamWriter } from '../../../core/ports.ts'
import { REPLAY } from '../../../shared/wire/transcription.ts'

type OpenText = (options: TextStreamOptions) => TextStreamWriter

export interface OpenTexts {
  open(options: TextStreamOptions): TextStreamWriter
  /** The stay is over; what is written meanwhile is kept. */
  cutOff(): void
  /** From now on texts go this way; those that were cut off come first. */
  goOn(by: OpenText): void
}

/** Far longer than a reply: one that is longer still is not told again. */
const MOST_CHARACTERS = 200_000
/** More than are ever being written at once. */
const MOST_TEXTS = 20

interface Text {
  options: TextStreamOptions
  said: string
  /** Somebody may have heard the beginning of it: they are told the rest, also when it is over by then. */
  heard: boolean
  closed: boolean
  /** In the stay there is; null while there is none. */
  writer: TextStreamWriter | null
}

export function createOpenTexts(): OpenTexts {
  const kept = new Set<Text>()
  let openText: OpenText | null = null

  function keep(text: Text): void {
    // Whoever is meant alone asks for what they missed when they are back.
    if (text.options.to !== undefined) return
    kept.add(text)
    if (kept.size > MOST_TEXTS) kept.delete(kept.values().next().value!)
  }

  return {
    open(options) {
      const writer = openText?.(options) ?? null
      const text: Text = { options, said: '', heard: writer !== null, closed: false, writer }
      keep(text)
      return {
        write(piece) {
          text.writer?.write(piece)
          if (!kept.has(text)) return
          text.said += piece
          if (text.said.length > MOST_CHARACTERS) kept.delete(text)
        },
        close() {
          text.closed = true
          text.writer?.close()
          if (text.writer || !text.heard) kept.delete(text)
        },
      }
    },
    cutOff() {
      openText = null
      for (const text of kept) text.writer = null
    },
    goOn(by) {
      openText = by
      for (const text of kept) {
        const attributes = { ...text.options.attributes, [REPLAY]: 'true' }
        text.writer = by({ ...text.options, attributes })
        text.writer.write(text.said)
        text.heard = true
        if (!text.closed) continue
        text.writer.close()
        kept.delete(text)
      }
    },
  }
}
