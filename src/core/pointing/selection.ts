// Selecting in words: "select the loop", "to the end of the function", "two more lines", "less", "select nothing".
import { spokenNumber } from '../understanding/spoken-number.ts'
import { parseReference, type Reference } from './reference.ts'

export type Selection =
  /** `isSaid`: with a word such as "select", so it cannot mean anything else. */
  | { do: 'select'; what: Reference; isSaid: boolean }
  /** From the selection, or from another place, to a place. */
  | { do: 'extend'; from: Reference | null; to: Reference; isSaid: boolean }
  /** By lines, or to what is around or inside; null for what has no number. */
  | { do: 'more' | 'less'; lines: number | null; isSaid: boolean }
  | { do: 'nothing' }

const SELECT = /^(?:select|highlight)(?: me)? (.+)$/
const GO =
  /^(?:(?:go|jump|move|skip|scroll)(?: back| down| up| on)* to|take me to|bring me to|show(?: me)?|look at|focus(?: on)?) (.+)$/
const NOTHING =
  /^(?:(?:select|highlight) (?:nothing|none)|(?:deselect|unselect)(?: all| it| that| this| everything| the \S+)?|(?:clear|drop|remove|forget|undo) (?:the |my )?(?:selection|highlight))$/
const MORE =
  /^(select more|more|(?:expand|extend|grow|widen|enlarge)(?: (?:it|that|(?:the |my )?selection))?|(?:a )?(?:bigger|larger|wider) selection)$/
const LESS =
  /^(select less|less|(?:shrink|reduce|narrow)(?: (?:it|that|(?:the |my )?selection))?|(?:a )?(?:smaller|narrower) selection)$/
const LINES_MORE = /^(?:(?:select|extend (?:it )?by) )?(\S+(?: \S+)?) (more|less|fewer) lines?$/
const MORE_LINES = /^(?:(?:select|extend (?:it )?by) )?(\S+(?: \S+)?) lines? (more|less|fewer)$/
const EXTEND =
  /^(?:(select|extend|highlight)(?: it| that| the selection| everything)? )?(?:and |up |down |all the way )*(?:to|until|till|through) (.+)$/
const BETWEEN =
  /^(?:(?:select|highlight) )?(?:everything |the lines )?(?:from|between) (.+?) (?:up to|down to|to|until|through|and) (.+)$/

/** `phrase` is bare: in lower case, without courtesy. */
export function parseSelection(phrase: string): Selection | null {
  if (NOTHING.test(phrase)) return { do: 'nothing' }
  // "Expand it" may be for the agent.
  const isSaid = phrase.includes('select')
  if (MORE.test(phrase)) return { do: 'more', lines: null, isSaid }
  if (LESS.test(phrase)) return { do: 'less', lines: null, isSaid }
  return byLines(phrase) ?? selected(phrase) ?? extended(phrase) ?? between(phrase) ?? went(phrase)
}

function byLines(phrase: string): Selection | null {
  const [, count = '', how] = LINES_MORE.exec(phrase) ?? MORE_LINES.exec(phrase) ?? []
  const lines = count === 'a' || count === 'another' ? 1 : spokenNumber(count)
  return lines && how !== undefined
    ? { do: how === 'more' ? 'more' : 'less', lines, isSaid: /^(?:select|extend)/.test(phrase) }
    : null
}

function selected(phrase: string): Selection | null {
  const said = SELECT.exec(phrase)?.[1]
  const what = said === undefined ? null : (parseReference(said) ?? parseReference(`the ${said}`))
  return what && { do: 'select', what, isSaid: true }
}

function extended(phrase: string): Selection | null {
  const [, verb, said = ''] = EXTEND.exec(phrase) ?? []
  const to = placeOf(said)
  return to && { do: 'extend', from: null, to, isSaid: verb !== undefined }
}

function between(phrase: string): Selection | null {
  const [, start = '', end = ''] = BETWEEN.exec(phrase) ?? []
  const from = parseReference(start)
  const to = placeOf(end) ?? (/^\S+(?: \S+)?$/.test(end) ? parseReference(`line ${end}`) : null)
  return from && to && { do: 'extend', from, to, isSaid: true }
}

/** Where a selection can end: a line, or the edge of something. */
function placeOf(said: string): Reference | null {
  const to = /^(?:the )?(?:end|bottom)$/.test(said)
    ? parseReference('the end of the file')
    : parseReference(said)
  return to && (to.of === 'edge' || to.of === 'lines' || to.of === 'here') ? to : null
}

/** Going somewhere selects what is there. Alone, only words that cannot be about anything else. */
function went(phrase: string): Selection | null {
  const said = GO.exec(phrase)?.[1]
  const what = parseReference(said ?? phrase)
  return what && goesAlone(what, said !== undefined) ? { do: 'select', what, isSaid: false } : null
}

function goesAlone(what: Reference, hasVerb: boolean): boolean {
  switch (what.of) {
    case 'thing':
      return hasVerb || what.which.by === 'step' || what.which.by === 'order' || what.which.by === 'depth'
    case 'lines':
      return hasVerb || what.endLine > what.line
    case 'some lines':
    case 'edge':
      return hasVerb
    case 'here':
    case 'rest':
    case 'all':
    case 'seen':
      return false
  }
}
