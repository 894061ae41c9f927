// Changes to a text as somebody means them aloud: "timeout" is also Timeout and TIMEOUT where only those are there, and
// what takes their place is written the way they were.
import { caseOfName, looseForm, nameInCase, wordsOfName } from './spoken-forms.ts'

export interface Edited {
  text: string
  /** How many places were changed. */
  count: number
  from: string
  to: string
}

export function replaceText(text: string, from: string, to: string): Edited {
  const exact = text.split(from)
  if (exact.length > 1) return { text: exact.join(to), count: exact.length - 1, from, to }
  let count = 0
  const form = new RegExp(looseForm(from) ?? from.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu')
  const changed = text.replace(form, (met) => {
    count++
    return writtenLike(met, to)
  })
  return { text: changed, count, from, to }
}

/** Renames an identifier wherever it stands alone. */
export function renameWord(text: string, said: string, to: string, words: 'snake' | 'camel'): Edited | null {
  const from = identifierIn(text, said)
  if (from === null) return null
  const name = newName(from, to, words)
  let count = 0
  const changed = text.replace(IDENTIFIER, (met) => {
    if (met !== from) return met
    count++
    return name
  })
  return { text: changed, count, from, to: name }
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu

/** The identifier that is called what was said: exactly, or the most common of those that sound the same. */
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
  [...text.matchAll(IDENTIFIER)].some(([met]) => met === name)

/** A name that was spelled out is taken as it is; plain words are joined as the old name is. */
function newName(from: string, to: string, words: 'snake' | 'camel'): string {
  if (!/^[\p{Ll}\p{N} ]+$/u.test(to)) return to.replace(/\s+/g, '')
  const parts = wordsOfName(to)
  const style = caseOfName(from)
  return style === null && parts.length === 1 ? to.trim() : nameInCase(to, style ?? words)
}

function writtenLike(met: string, to: string): string {
  if (!/^[\p{Ll}\p{N} ]+$/u.test(to)) return to
  if (/\s/.test(met)) return /^\p{Lu}/u.test(met) ? to.charAt(0).toUpperCase() + to.slice(1) : to
  const style = caseOfName(met)
  return style === null ? (to.includes(' ') ? nameInCase(to, 'camel') : to) : nameInCase(to, style)
}
