// Texts into a room that are still being written. When the connection ends in the middle of one, the next connection sends it
// again from its beginning, as the same segment, and then the rest as it comes.
import { BoundedSet } from '../../../base/bounded.ts'
import type { TextStreamOptions, TextStreamWriter } from '../../../core/ports/room.ts'
import { REPLAY } from '../../../shared/wire/transcription.ts'

type OpenText = (options: TextStreamOptions) => TextStreamWriter

export interface OpenTexts {
  open(options: TextStreamOptions): TextStreamWriter
  /** The connection ended; what is written meanwhile is stored. */
  pause(): void
  /** There is a connection again. Texts that were cut off come first. */
  resume(by: OpenText): void
}

/** Far longer than a reply. A longer text is not sent again. */
const MAX_CHARACTERS = 200_000
/** More than are ever written at once. */
const MAX_TEXTS = 20

interface Text {
  options: TextStreamOptions
  written: string
  /** Part of it was sent, so the rest is sent even when the text is closed by then. */
  sent: boolean
  closed: boolean
  /** On the current connection; null while there is none. */
  writer: TextStreamWriter | null
}

export function createOpenTexts(): OpenTexts {
  const stored = new BoundedSet<Text>(MAX_TEXTS)
  let openText: OpenText | null = null

  return {
    open(options) {
      const writer = openText?.(options) ?? null
      const text: Text = { options, written: '', sent: writer !== null, closed: false, writer }
      // A participant who is addressed alone asks for what they missed.
      if (options.to === undefined) stored.add(text)
      return {
        write(piece) {
          text.writer?.write(piece)
          if (!stored.has(text)) return
          text.written += piece
          if (text.written.length > MAX_CHARACTERS) stored.delete(text)
        },
        close() {
          text.closed = true
          text.writer?.close()
          if (text.writer || !text.sent) stored.delete(text)
        },
      }
    },
    pause() {
      openText = null
      for (const text of stored) text.writer = null
    },
    resume(by) {
      openText = by
      for (const text of stored) {
        const attributes = { ...text.options.attributes, [REPLAY]: 'true' }
        text.writer = by({ ...text.options, attributes })
        text.writer.write(text.written)
        text.sent = true
        if (!text.closed) continue
        text.writer.close()
        stored.delete(text)
      }
    },
  }
}
