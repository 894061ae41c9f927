// Says how two texts differ, if that takes a few words: "changes “red” to “dark red” in a string".
import { wordsOfName } from '../../understanding/spoken-forms.ts'

const MAX_TEXT = 1000
const MAX_SAID = 4
const MAX_SAID_LENGTH = 36
/** Nobody wants to hear a longer one: it is a hash or a key. */
const MAX_WORD = 20

/** A version is one word, and an escaped sign is none. */
const wordsIn = (text: string): string[] =>
  text
    .slice(0, MAX_TEXT)
    .replaceAll(/\\[a-z]/g, ' ')
    .match(/\d+(?:\.\d+)+|[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? []

/**
 * `what` is where the words are: "a string", or nothing. Null if the words stayed, or too many changed. Of a text of
 * several lines, only one word may have become another: more of them may belong to different lines.
 */
export function textChange(from: string, to: string, what: string, isOfLines = false): string | null {
  const [old, now] = [wordsIn(from), wordsIn(to)]
  const isSame = (at: number, other: number): boolean =>
    old.at(at)!.toLowerCase() === now.at(other)!.toLowerCase()
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && isSame(start, start)) start++
  let end = 0
  while (end < shorter - start && isSame(-1 - end, -1 - end)) end++
  const longest = Math.max(old.length, now.length) - start - end
  const isInsertion = start + end === shorter && shorter > 0
  if (isOfLines && longest > 1 && !isInsertion) return null
  const lost = quoted(old.slice(start, old.length - end))
  const gained = quoted(now.slice(start, now.length - end))
  if (from !== to && from.toLowerCase() === to.toLowerCase())
    return `changes only the case of letters${what === '' ? '' : ` in ${what}`}`
  if (lost === null || gained === null || lost === gained) return null
  const where = (joint: string): string => (what === '' ? '' : ` ${joint} ${what}`)
  if (lost === '') return `adds ${gained}${where('to')}`
  if (gained === '') return `removes ${lost}${where('from')}`
  return `changes ${lost} to ${gained}${where('in')}`
}

/** Words as they are read out, in quotation marks; empty if there are none, null if there are too many. */
function quoted(words: readonly string[]): string | null {
  if (words.length === 0) return ''
  const spoken = words.flatMap((word) => (/[.'’]/.test(word) ? [word.toLowerCase()] : wordsOfName(word)))
  const said = spoken.join(' ')
  const isLong = spoken.length > MAX_SAID || said.length > MAX_SAID_LENGTH
  return isLong || spoken.some((word) => word.length > MAX_WORD) ? null : `“${said}”`
}

/** A string in code, if it is short enough to be read out. */
export const quotedString = (written: string): string =>
  quoted(wordsIn(written.replace(/^[rbfu]{0,2}(["'`])(.*)\1$/i, '$2'))) ?? ''
