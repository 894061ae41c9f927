// The end of what an agent wrote to standard error, without secrets: for the log and for the message that it has ended.
import { StringDecoder } from 'node:string_decoder'
import { truncate } from '../../../base/truncate.ts'

export interface StderrTail {
  write(chunk: Buffer): void
  /** The last lines, at most 8 KB of them. */
  text(): string
  /** The last lines that say something, short enough for a sentence. */
  lastWords(): string
}

const MAX = 8 * 1024
const MAX_WORDS = 300
/** A shorter value is not a secret, and leaving it out would garble the text. */
const SHORTEST_SECRET = 6

/** What looks like a key, whoever it belongs to. */
const KEYS: readonly [pattern: RegExp, instead: string][] = [
  [/\b(?:sk|pk|rk|xox[a-z]|gh[a-z]|glpat|hf|npm)[-_][\w-]{12,}/g, '[key]'],
  [/\bgithub_pat_\w{12,}/g, '[key]'],
  [/\bAIza[\w-]{20,}/g, '[key]'],
  [/\bAKIA[0-9A-Z]{12,}/g, '[key]'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, '[key]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [key]'],
  [
    /((?:api[-_ ]?key|token|secret|password|passwd|credential)s?["']?\s*[:=]\s*["']?)[^\s"',;]{4,}/gi,
    '$1[key]',
  ],
  [/(:\/\/[^\s:/@]+:)[^\s@/]+@/g, '$1[key]@'],
]

/** Colours, cursor movements and window titles of a terminal. */
// oxlint-disable-next-line no-control-regex
const TERMINAL = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])/g
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g

/** The text without what looks like a key. */
export const withoutKeys = (text: string): string =>
  KEYS.reduce((open, [pattern, instead]) => open.replace(pattern, instead), text)

/** `secrets` are the values of the variables that the agent received because the user lists them. */
export function createStderrTail(secrets: readonly string[]): StderrTail {
  const decoder = new StringDecoder('utf8')
  // Longest first: one value may be part of another.
  const values = secrets
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
  let tail = ''
  let isCut = false

  function text(): string {
    // The first line may begin in the middle of a secret.
    const whole = isCut ? tail.slice(tail.indexOf('\n') + 1 || tail.length) : tail
    let open = whole.replace(TERMINAL, '').replace(CONTROLS, '')
    for (const value of values) open = open.replaceAll(value, '[key]')
    return withoutKeys(open).trim()
  }

  return {
    write(chunk) {
      tail += decoder.write(chunk)
      if (tail.length <= MAX) return
      tail = tail.slice(-MAX)
      isCut = true
    },
    text,
    lastWords() {
      const lines = text()
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
      return truncate(lines.slice(-3).join(' '), MAX_WORDS)
    },
  }
}
