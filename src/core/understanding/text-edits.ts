// Text changes as spoken: "timeout" also finds Timeout and TIMEOUT if the text has only those, and the replacement gets
// the same case.
import { caseOfName, looseForm, nameInCase, wordsOfName } from './spoken-forms.ts'

export interface Edited {
  text: string
  count: number
  from: string
  to: string
}

export function replaceText(text: string, from: string, to: string): Edited {
  const exact = text.split(from)
  if (exact.length > 1) return { text: exact.join(to), count: exact.length - 1, from, to }
  let count = 0
  const form = new RegExp(looseForm(from) ?? from.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu')
  const changed = text.replace(form, (match) => {
    count++
    return writtenLike(match, to)
  })
  return { text: changed, count, from, to }
}

/** Renames an identifier, but no longer name that contains it. */
export function renameWord(
  text: string,
  said: string,
  to: string,
  defaultCase: 'snake' | 'camel',
): Edited | null {
  const from = identifierIn(text, said)
  if (from === null) return null
  const name = newName(from, to, defaultCase)
  let count = 0
  const changed = text.replace(IDENTIFIER, (match) => {
    if (match !== from) return match
    count++
    return name
  })
  return { text: changed, count, from, to: name }
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu

/** The identifier with this name: exactly, or the most frequent one that sounds the same. */
export function identifierIn(text: string, said: string): string | null {
  const counts = new Map<string, number>()
  const wanted = wordsOfName(said).join('')
  for (const [name] of text.matchAll(IDENTIFIER)) {
    if (name === said) return said
    if (wordsOfName(name).join('') === wanted) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  let best: string | null = null
  for (const [name, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = name
  return best
}

export const hasIdentifier = (text: string, name: string): boolean =>
  [...text.matchAll(IDENTIFIER)].some(([match]) => match === name)

/** A name with signs or capitals is taken as it is; plain defaultCase get the case of the old name. */
function newName(from: string, to: string, defaultCase: 'snake' | 'camel'): string {
  if (!/^[\p{Ll}\p{N} ]+$/u.test(to)) return to.replace(/\s+/g, '')
  const parts = wordsOfName(to)
  const style = caseOfName(from)
  return style === null && parts.length === 1 ? to.trim() : nameInCase(to, style ?? defaultCase)
}

function writtenLike(match: string, to: string): string {
  if (!/^[\p{Ll}\p{N} ]+$/u.test(to)) return to
  if (/\s/.test(match)) return /^\p{Lu}/u.test(match) ? to.charAt(0).toUpperCase() + to.slice(1) : to
  const style = caseOfName(match)
  return style === null ? (to.includes(' ') ? nameInCase(to, 'camel') : to) : nameInCase(to, style)
}
