// Prints frames, as text or as lines of JSON. A terminal obeys escape sequences, and a gateway may send any, so everything
// is escaped: nothing moves the cursor, sets a title, writes the clipboard or reverses the line.
import { parseJson } from '../base/parse-json.ts'
import type { Fault } from './faults.ts'
import type { Frame } from './link.ts'

export interface Printer {
  frame(direction: 'sent' | 'received', frame: Frame, happened?: readonly Fault[]): void
  /** A remark about the connection or the turn. */
  note(text: string): void
}

interface Deps {
  json: boolean
  now(): number
  write(line: string): void
}

const MAX_CHARACTERS = 2_000
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
      const text = typeof frame === 'string' ? shortText(frame, MAX_CHARACTERS) : `${frame.length} bytes`
      write(`${time()}${ARROWS[direction]} ${text}${faults ? `  (${faults.join(', ')})` : ''}\n`)
    },
    note(text) {
      if (json) line({ ms: since(), note: text })
      else write(`${time()}· ${shortText(text, MAX_CHARACTERS)}\n`)
    },
  }
}

function contentOf(frame: Frame): object {
  if (typeof frame !== 'string') return { bytes: frame.length }
  const value = parseJson(frame)
  return value === undefined ? { text: frame } : { frame: value }
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Control characters, invisible characters, direction marks and unpaired surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const written = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

export const plainText = (text: string): string =>
  text.replace(UNSAFE, (found) => SHORT[found] ?? found.split('').map(written).join(''))

/** The same for long text: its start, and how much is left out. */
export function shortText(text: string, max: number): string {
  if (text.length <= max) return plainText(text)
  return `${plainText(text.slice(0, max))}… (${text.length - max} more characters)`
}
