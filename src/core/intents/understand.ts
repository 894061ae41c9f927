// What a person wants, from their words alone. Forgiving about how it is asked, strict about what is done: whatever
// does not clearly ask for one of these is `unknown`, and the person is told what can be asked.
import { spokenNumber } from './spoken-number.ts'

export type Intent =
  | { kind: 'open'; target: string; line?: number }
  | { kind: 'find'; text: string }
  | { kind: 'changes' }
  | { kind: 'unknown' }

/** Longer than anybody asks for a file; the rest of a pasted page is not read. */
const MAX_SAID = 1000

const POLITE_START =
  /^(?:(?:hey|hi|ok|okay|so|well|now|then|please|um|uh|parley|can you|could you|would you|will you|i want to|i'd like to|i would like to|let's|just|go ahead and)[,.!]?\s+)+/i
const POLITE_END = /(?:[\s,]+(?:please|for me|thanks|thank you))+$/i

export function understand(said: string): Intent {
  // Spaces mean nothing in speech; between quotes they are part of what is looked for.
  const words = said
    .slice(0, MAX_SAID)
    .replace(/("[^"\n]*")|\s+/g, (_, quoted?: string) => quoted ?? ' ')
    .trim()
  const asked = words
    .replace(POLITE_START, '')
    .replace(/[.!?]+$/, '')
    .replace(POLITE_END, '')
    .trim()
  return asChanges(asked) ?? asFind(asked) ?? asOpen(asked) ?? { kind: 'unknown' }
}

const CHANGES = [
  /^(?:git )?diff(?: head)?$/i,
  /^(?:the |my |our )?(?:current |working |local |uncommitted |latest |recent )*(?:changes|differences|edits)$/i,
  /^(?:show|see|display|view|give|tell|read|list|open|what are)(?: me| us)?(?: about)?(?: all)?(?: the| my| our| your)? ?(?:current |working |local |uncommitted |unstaged |latest |recent |git |code )*(?:changes|diff|diffs|differences|edits|modifications)(?: (?:so far|(?:that )?(?:i|we|you)(?: have| 've)? made|since the last commit|(?:in|to) (?:the|this|my|our) \w+(?: tree)?))*$/i,
  /^(?:show(?: me| us)? |tell me |see )?(?:what(?:'s|’s| has| have| is| did)?(?: i| we| you)? (?:been )?(?:change[ds]?|different|modified|edited))(?: so far| since the last commit| here)?$/i,
]
/** The first form with a verb would also take "open changes", which may well be a file of that name. */
const BARE_OPEN = /^(?:open|read|view) changes$/i

function asChanges(asked: string): Intent | null {
  return !BARE_OPEN.test(asked) && CHANGES.some((form) => form.test(asked)) ? { kind: 'changes' } : null
}

const CODEBASE = '(?:code|codebase|code base|project|repo|repository|workspace|folder|files|source)'
/** Exactly what follows is looked for. */
const GREP = /^(?:rip)?grep(?: for)? (.+)$/i
const FIND = [
  new RegExp(
    `^search (?:in |through )?(?:the |this |my |our )?(?:whole |entire )?${CODEBASE} for (.+)$`,
    'i',
  ),
  /^(?:find me|find|search for|search|look for|look up|locate|hunt for)(?: where)? (.+)$/i,
  /^(?:show me |tell me )?(?:where(?:'s|’s| is| are| was| were| does| did| do (?:we|i|you|they)(?: use| call| define| have)?)?|who (?:calls|uses)|(?:which|what) files (?:use|call|mention|contain|have)) (.+)$/i,
]
const FIND_FILE =
  /^(?:find|locate|look for|search for)(?: me)? (?:the file|a file|files?(?: called| named))(?: called| named)? (.+)$/i
const WHOSE_PLACES =
  /^(?:all |every |any )?(?:the )?(?:uses?|usages?|occurrences?|references?|mentions?|instances?|calls?|places)(?: of| to| for| where| that (?:use|call|mention))+ /i
const WHERE_END =
  / (?:is |are |was |gets? )?(?:defined|declared|used|called|implemented|mentioned|located|is|are)$/i
const IN_THE_CODE = new RegExp(
  ` (?:in|across|inside|within) (?:the |this |my |our )(?:whole |entire )?${CODEBASE}$`,
  'i',
)

function asFind(asked: string): Intent | null {
  const grep = GREP.exec(asked)?.[1]
  if (grep !== undefined) return { kind: 'find', text: unquoted(grep) }
  const file = FIND_FILE.exec(asked)?.[1]
  if (file !== undefined) return asTarget(file)

  for (const form of FIND) {
    const rest = form.exec(asked)?.[1]
    if (rest === undefined) continue
    const text = rest.replace(IN_THE_CODE, '')
    if (isQuoted(text)) return { kind: 'find', text: unquoted(text) }
    const bare = (/\bwhere\b/i.test(asked) ? text.replace(WHERE_END, '') : text)
      .replace(WHOSE_PLACES, '')
      .replace(/^(?:the|an?|all|any|every) /i, '')
    return { kind: 'find', text: unquoted(bare) }
  }
  return null
}

const OPEN =
  /^(?:open up|open|show me|show us|show|read out|read me|read|view|display|bring up|pull up|go to|jump to|take me to|let me see|see|look at|what's in|what’s in|what is in) (.+)$/i
/** A path alone is a wish to see it. */
const LONE_PATH = /^(?:\S+[\\/])?\S*\w\.\w{1,10}(?::\d+)*$/

function asOpen(asked: string): Intent | null {
  // "Read me" is what people call the file, too.
  if (/^(?:(?:open|show|read) )?(?:me )?(?:the )?read ?me(?: file)?$/i.test(asked)) {
    return { kind: 'open', target: 'readme' }
  }
  const target = OPEN.exec(asked)?.[1] ?? (LONE_PATH.test(asked) ? asked : undefined)
  return target === undefined ? null : asTarget(target)
}

/** "Line 40 of the session manager", "src/a.ts line 40", "src/a.ts:40", "the session manager file". */
function asTarget(said: string): Intent | null {
  const { rest, line } = splitLine(said)
  const target = isQuoted(rest)
    ? unquoted(rest)
    : unquoted(
        rest
          .replace(/^(?:the|my|our|this) /i, '')
          .replace(/^file (?:called |named )?/i, '')
          .replace(/ file$/i, ''),
      )
  if (target === '') return null
  return line === null || line < 1 ? { kind: 'open', target } : { kind: 'open', target, line }
}

/** What was said without the line it names. "The line parser" names none: a line is a number. */
function splitLine(said: string): { rest: string; line: number | null } {
  const alone = /^(?:the )?line(?: number)? (.+)$/i.exec(said)
  // With no file, there is nothing to open.
  if (alone && spokenNumber(alone[1] ?? '') !== null) return { rest: '', line: null }

  const colon = /^(.+?):(\d{1,9})(?::\d{1,9})?$/.exec(said)
  if (colon) return { rest: colon[1] ?? '', line: Number(colon[2]) }
  const first = /^(?:the )?line(?: number)? (.+?) (?:of|in) (.+)$/i.exec(said)
  const firstLine = spokenNumber(first?.[1] ?? '')
  if (first && firstLine !== null) return { rest: first[2] ?? '', line: firstLine }
  const last = /^(.+) line(?: number)? (.+)$/i.exec(said)
  const lastLine = spokenNumber(last?.[2] ?? '')
  if (last && lastLine !== null) {
    return { rest: (last[1] ?? '').replace(/,?(?: at| on| to| from)?(?: the)?$/i, ''), line: lastLine }
  }
  return { rest: said, line: null }
}

const QUOTED = /^["'`“”‘’«»](.+)["'`“”‘’«»]$/

const isQuoted = (text: string): boolean => QUOTED.test(text.trim())

function unquoted(text: string): string {
  const bare = text.trim()
  return QUOTED.exec(bare)?.[1] ?? bare
}
