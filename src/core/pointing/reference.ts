// Words that point at something on screen: "this function", "lines forty to fifty", "the second result", "the loop above".
import { lineRange } from '../understanding/named-targets.ts'
import { spokenNumber, spokenOrdinal } from '../understanding/spoken-number.ts'
import { NOUN } from './nouns.ts'

/** Which of the things of a kind. */
export type Which =
  /** The one around the user's position, or the current one of a list. */
  | { by: 'this' }
  /** "The loop": whichever there is. */
  | { by: 'the' }
  /** So many before or after. */
  | { by: 'step'; step: number }
  /** The first is 1, the last -1; of all, of those in sight, or of those in the function around. */
  | { by: 'order'; number: number; of: 'all' | 'seen' | 'function' }
  /** Of several around the user's position, or of those in the one around it. */
  | { by: 'depth'; depth: 'outer' | 'inner' }
  | { by: 'name'; name: string }
  /** In a file of a list; null for whichever there is. */
  | { by: 'file'; file: string; number: number | null }

export type Reference =
  /** The selection, or the user's line. */
  | { of: 'here' }
  | { of: 'lines'; line: number; endLine: number }
  /** So many lines before, after, at the beginning or at the end. */
  | { of: 'some lines'; where: 'before' | 'after' | 'first' | 'last'; count: number }
  | { of: 'thing'; noun: string; which: Which }
  | { of: 'edge'; edge: 'start' | 'end'; what: Reference }
  /** From the user's position to the end. */
  | { of: 'rest'; what: Reference }
  | { of: 'all' | 'seen' }

interface Form {
  form: RegExp
  /** Null lets other forms try. */
  make(parts: string[]): Reference | null
}

const form = (source: string, make: Form['make']): Form => ({ form: new RegExp(`^(?:${source})$`), make })

const DETERMINER = '(?:the |my )?'
const STEPS: Readonly<Record<string, 1 | -1>> = {
  next: 1,
  following: 1,
  below: 1,
  after: 1,
  under: 1,
  underneath: 1,
  previous: -1,
  prior: -1,
  preceding: -1,
  above: -1,
  before: -1,
  over: -1,
}
const NEXT = '(next|following|previous|prior|preceding)'
const ABOVE = '(above|below|before|after|over|under|underneath)'
const FROM_HERE =
  '(?: (?:this|it|that|here|me|the cursor|the selection|(?:this|that) (?:one|line|function|method|class|loop)))?'
/** Where a list is counted that is all on one screen. */
const WITHIN =
  '(?: (?:in|of|on|from) (?:the |this |that |my )?(file|diff|changes|page|document|list|code|results|search results|screen|function|method))?'

const thing = (noun: string, which: Which): Reference => ({ of: 'thing', noun, which })
const someLines = (step: number): Reference => ({
  of: 'some lines',
  where: step < 0 ? 'before' : 'after',
  count: Math.abs(step),
})

const FORMS: readonly Form[] = [
  form(
    'this|here|this (?:line|code|part|bit|selection|place|spot)|that line|the current line|the selection|the (?:selected|highlighted) (?:line|lines|code|text|part)|(?:these|those)(?: \\S+)? lines',
    () => ({ of: 'here' }),
  ),
  form(
    `everything|all|all of it|it all|${DETERMINER}(?:whole|entire|complete) (?:file|thing|document|code)|this (?:whole|entire) file|all (?:of )?(?:the )?lines`,
    () => ({ of: 'all' }),
  ),
  form(
    `what(?: is|'s) on (?:the |my )?screen|what i (?:can )?see|${DETERMINER}visible (?:lines|code|part)|(?:everything|the lines|the code|the part) on (?:the |my )?screen`,
    () => ({ of: 'seen' }),
  ),
  form(`${DETERMINER}(?:rest|remainder) of (.+)`, ([what = '']) => nested('rest', what)),
  form(
    `${DETERMINER}(end|bottom|last line|start|beginning|top|first line) of (.+)`,
    ([edge = '', what = '']) => nested(/^(?:end|bottom|last)/.test(edge) ? 'end' : 'start', what),
  ),
  form(`${DETERMINER}lines?(?: numbers?)? (.+)`, ([said = '']) => linesSaid(said)),
  form('from line (.+? to (?:line )?.+)', ([said = '']) => linesSaid(said)),
  form(`${DETERMINER}${NEXT}(?: (\\S+(?: \\S+)?))? lines?`, ([which = '', count]) => {
    const number = count === undefined ? 1 : spokenNumber(count)
    return number ? someLines((STEPS[which] ?? 1) * number) : null
  }),
  form(`${DETERMINER}(?:(\\S+(?: \\S+)?) )?lines? ${ABOVE}${FROM_HERE}`, ([count, where = '']) => {
    const number = count === undefined ? 1 : spokenNumber(count)
    return number ? someLines((STEPS[where] ?? 1) * number) : null
  }),
  form(`${DETERMINER}(first|top|last|bottom)(?: (\\S+(?: \\S+)?))? lines?`, ([which = '', count]) => {
    const number = count === undefined ? 1 : spokenNumber(count)
    const where = which === 'first' || which === 'top' ? 'first' : 'last'
    return number ? { of: 'some lines', where, count: number } : null
  }),
  form(`(?:this|that|the current|current) (${NOUN})(?: here)?`, ([noun = '']) => thing(noun, { by: 'this' })),
  form(
    `${DETERMINER}(?:enclosing|surrounding|containing) (${NOUN})|the (${NOUN}) (?:around|i'm in|i am in)(?: here| this| me| it)?`,
    ([noun, other = '']) => thing(noun ?? other, { by: 'this' }),
  ),
  form(`the (${NOUN})(?: here)?`, ([noun = '']) => thing(noun, { by: 'the' })),
  form(`${DETERMINER}(outer|outermost|parent|inner|innermost) (${NOUN})`, ([depth = '', noun = '']) =>
    thing(noun, { by: 'depth', depth: depth.startsWith('inner') ? 'inner' : 'outer' }),
  ),
  form(`${DETERMINER}${NEXT} (${NOUN})`, ([where = '', noun = '']) =>
    thing(noun, { by: 'step', step: STEPS[where] ?? 1 }),
  ),
  form(`${DETERMINER}(?:(\\S+) )?(${NOUN}) ${ABOVE}${FROM_HERE}`, ([count, noun = '', where = '']) => {
    const number = count === undefined ? 1 : (spokenOrdinal(count) ?? 0)
    return number > 0 ? thing(noun, { by: 'step', step: (STEPS[where] ?? 1) * number }) : null
  }),
  form(
    `${DETERMINER}(${NOUN}) (?:at|on) the (top|bottom)(?: of (?:the )?(?:screen|page|view))?`,
    ([noun = '', at]) => thing(noun, { by: 'order', number: at === 'top' ? 1 : -1, of: 'seen' }),
  ),
  form(`${DETERMINER}(\\S+) (${NOUN})${WITHIN}`, ([which = '', noun = '', place]) => {
    const number = spokenOrdinal(which)
    if (number === null) return null
    const isSeen = place === 'screen' || which === 'top' || which === 'bottom'
    const of = isSeen ? 'seen' : place === 'function' || place === 'method' ? 'function' : 'all'
    return thing(noun, { by: 'order', number, of })
  }),
  form(`${DETERMINER}(${NOUN}) (?:number |no |no\\. )?(.+)`, ([noun = '', said = '']) => {
    const number = spokenNumber(said)
    return number ? thing(noun, { by: 'order', number, of: 'all' }) : null
  }),
  form(
    `${DETERMINER}(?:(\\S+) )?(search result|search hit|result|match|hit|hunk|chunk) (?:in|of|from) (?:the )?(?:file )?(.+?)(?: file)?`,
    ([count, noun = '', file = '']) => {
      const number = count === undefined ? null : spokenOrdinal(count)
      return count !== undefined && number === null ? null : thing(noun, { by: 'file', file, number })
    },
  ),
  form(`${DETERMINER}(${NOUN}) (?:called |named )?(.+)`, ([noun = '', name = '']) => named(noun, name)),
  form(`${DETERMINER}(.+) (${NOUN})`, ([name = '', noun = '']) => named(noun, name)),
]

/** Words that are no name: something else is meant. */
const NO_NAME =
  /^(?:that|which|who|to|for|with|of|in|and|or|is|are|below|above|a|an|any|each|every|this|all)\b/

const named = (noun: string, name: string): Reference | null =>
  NO_NAME.test(name) || name.split(' ').length > 5 ? null : thing(noun, { by: 'name', name })

function nested(of: 'rest' | 'start' | 'end', said: string): Reference | null {
  const what = parseReference(said.replace(new RegExp(`^(?=(?:${NOUN}|file)$)`), 'the '))
  const whole = /^(?:the |this )?(?:file|document|page)$/.test(said) ? ({ of: 'all' } as const) : what
  if (whole === null) return null
  return of === 'rest' ? { of, what: whole } : { of: 'edge', edge: of, what: whole }
}

function linesSaid(said: string): Reference | null {
  const lines = lineRange(said)
  return lines && { of: 'lines', line: lines.line, endLine: lines.endLine ?? lines.line }
}

/** `phrase` is bare: in lower case, without courtesy. Null if it points at nothing that can be on a screen. */
export function parseReference(phrase: string): Reference | null {
  for (const { form: written, make } of FORMS) {
    const found = written.exec(phrase)
    const reference = found && make(found.slice(1))
    if (reference) return reference
  }
  return null
}
