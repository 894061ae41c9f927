// What went over the connection, for people or, as lines of JSON, for programs. Nothing of it can do anything to a terminal.
import { parseJson } from '../core/parse-json.ts'
import type { Happened } from './faults.ts'
import type { Frame } from './link.ts'
import { plainText, shortText } from './terminal-text.ts'

export interface Printer {
  frame(direction: 'sent' | 'received', frame: Frame, happened?: readonly Happened[]): void
  /** Something about the connection or the turn; people are told, programs as an event. */
  note(text: string): void
}

interface Deps {
  json: boolean
  now(): number
  write(line: string): void
}

const MOST_CHARACTERS = 2_000
const ARROWS = { sent: '→', received: '←' } as const

export function createPrinter({ json, now, write }: Deps): Printer {
  const start = now()
  const since = (): number => now() - start
  const time = (): string => `${(since() / 1000).toFixed(3).padStart(8)} `
  const line = (value: object): void => write(`${plainText(JSON.stringify(value))}\n`)
  return {
    frame(direction, frame, happened = []) {
      const faults = happened.length > 0 ? happened : undefined
      if (json) return line({ ms: since(), direction, ...contentOf(frame), faults })
      const text = typeof frame === 'string' ? shortText(frame, MOST_CHARACTERS) : `${frame.length} bytes`
      write(`${time()}${ARROWS[direction]} ${text}${faults ? `  (${faults.join(', ')})` : ''}\n`)
    },
    note(text) {
      if (json) line({ ms: since(), note: text })
      else write(`${time()}· ${shortText(text, MOST_CHARACTERS)}\n`)
    },
  }
}

function contentOf(frame: Frame): object {
  if (typeof frame !== 'string') return { bytes: frame.length }
  const value = parseJson(frame)
  return value === undefined ? { text: frame } : { frame: value }
}
