// Requests for an explanation: what a function does, who wrote a line, what is in a file, a folder or the repository.
import { firstMatch, type Intent, type Named, type Pattern } from './intent.ts'
import { fileName, isThis, namedFile, splitLine } from './named-targets.ts'
import { isQuoted, unquoted } from './strip-politeness.ts'
import { spokenCode } from './spoken-forms.ts'

const SYMBOL_KIND =
  '(?:function|method|class|type|interface|struct|enum|hook|component|helper|routine|constructor|symbol)'

export function symbolName(said: string): Named {
  if (isThis(said) || /^(?:this|that)\b/i.test(said)) return 'this'
  if (isQuoted(said)) return { name: unquoted(said) }
  return {
    name: spokenCode(
      said
        .trim()
        .replace(/^(?:the|a|an|our|my) (?=\S)/i, '')
        .replace(new RegExp(`^${SYMBOL_KIND}(?: called| named)? (?=\\S)`, 'i'), '')
        .replace(new RegExp(`(?<=\\S) ${SYMBOL_KIND}$`, 'i'), '')
        .replace(/\(\)$/, ''),
    ),
  }
}

const PROBLEM =
  /^(?:this|that|the|these) (?:\S+ )?(?:errors?|exception|stack trace|crash|bug|warnings?|failure)$/i

const explained = (said: string): Intent =>
  PROBLEM.test(said)
    ? { kind: 'unsupported', what: 'explain_error' }
    : { kind: 'explain', what: symbolName(said) }

/** What the last answer was about. "This" is what is in front. */
const ABOUT_IT =
  /^(?:explain|describe|tell me (?:more )?about|what is|what's) (?:it|that)$|^what(?:'s| is) this(?: here)?$/i

const EXPLAINS: readonly Pattern[] = [
  {
    form: /^(?:explain|describe|tell me about|show me|tell me) (?:to me )?(?:what|how) (.+?) (?:does|do|works|is doing|is for)(?: exactly)?$/i,
    make: ([what = '']) => explained(what),
  },
  {
    form: /^what (?:does|do|did) (.+?) (?:do|mean|return|stand for)(?: exactly| here)?$/i,
    make: ([what = '']) => explained(what),
  },
  {
    form: /^what (?:is|are|'s) (.+?) (?:for|doing|supposed to do|used for)(?: exactly)?$/i,
    make: ([what = '']) => explained(what),
  },
  { form: /^what's (.+?) (?:for|doing|supposed to do|used for)$/i, make: ([what = '']) => explained(what) },
  { form: /^how does (.+?) work(?: exactly)?$/i, make: ([what = '']) => explained(what) },
  {
    form: /^what(?: is|'s) the (?:purpose|point|job|signature) of (.+)$/i,
    make: ([what = '']) => explained(what),
  },
  {
    form: /^(?:explain|describe|tell me about|document|walk me through)(?: to me)? (.+?)(?: to me)?$/i,
    make: ([what = '']) => explained(what),
  },
]

const TOUCHED = '(?:touch(?:ed)?|chang(?:ed?)|edit(?:ed)?|modif(?:y|ied)|work(?:ed)? on|updated?)'
/** Files that people name without an extension. */
const BARE_FILE =
  /^(?:the |our |my )?(?:read ?me|change ?log|license|make ?file|docker ?file|package json|ts ?config)$/i

/** For a line, its author; for a file, its history. */
const lastTouched = (said: string): Intent | null =>
  blamed(said) ?? (BARE_FILE.test(said) ? { kind: 'history', file: namedFile(said) ?? 'this' } : null)

const BLAMES: readonly Pattern[] = [
  {
    form: new RegExp(`^who (?:last|most recently) ${TOUCHED} (.+)$`, 'i'),
    make: ([said = '']) => lastTouched(said),
  },
  {
    form: new RegExp(`^who ${TOUCHED} (.+?) (?:last|most recently)$`, 'i'),
    make: ([said = '']) => lastTouched(said),
  },
  {
    form: new RegExp(
      `^(?:who(?:'s| was| is) )?(?:the )?last (?:person|one|developer)(?: to| who| that) ${TOUCHED} (.+)$`,
      'i',
    ),
    make: ([said = '']) => lastTouched(said),
  },
  {
    form: /^(?:who|when)(?: (?:was|has|did|is))?(?: it)?(?: (?:last|first|originally|who))* (?:wrote|written|write|changed?|edited|edit|touch(?:ed)?|modif(?:y|ied)|add(?:ed)?|authored|committed|author of|responsible for|broke|introduced?)(?: by)?(?: last)? (.+)$/i,
    make: ([said = '']) => blamed(said),
  },
  { form: /^(?:git )?blame(?: on| for| of)?(?: (.+))?$/i, make: ([said = 'this line']) => blamed(said) },
  {
    form: /^(?:who(?:'s| is) the author of|whose is|whose code is|who(?:'s| is) responsible for|who is to blame for) (.+)$/i,
    make: ([said = '']) => blamed(said),
  },
  { form: /^when did (.+?) (?:last )?change(?: last)?$/i, make: ([said = '']) => blamed(said) },
  {
    form: /^when was (.+?) (?:last )?(?:changed|written|edited|added|modified|touched)$/i,
    make: ([said = '']) => blamed(said),
  },
]

const WROTE = '(?:wrote|written|authored|added|introduced|created|changed?|edited|modified|touched)'
/** Of something that is neither a line nor a file. */
const AUTHORS: readonly Pattern[] = [
  {
    form: new RegExp(`^who (?:(?:has|last|first|originally) )?${WROTE} (.+?)(?: last| first)?$`, 'i'),
    make: ([said = '']) => author(said),
  },
  {
    form: new RegExp(`^when (?:was|were|did) (.+?) (?:last |first )?${WROTE}(?: last| first)?$`, 'i'),
    make: ([said = '']) => author(said),
  },
]

function author(said: string): Intent | null {
  const what = symbolName(said)
  return what === 'this' ? null : { kind: 'author', name: what.name }
}

function blamed(said: string): Intent | null {
  if (/^(?:this|that|the current|the) (?:line|code|bit|part)(?: here)?$|^(?:this|that|it)$/i.test(said)) {
    return { kind: 'blame', file: 'this' }
  }
  const { rest, line } = splitLine(said)
  if (line === null) {
    const file = namedFile(said)
    return file && (file === 'this' || /\.\w+$/.test(file.name) || / file$/i.test(said))
      ? { kind: 'history', file }
      : null
  }
  const file = rest === '' ? 'this' : namedFile(rest)
  return file && { kind: 'blame', file, line }
}

const HISTORIES: readonly Pattern[] = [
  {
    form: /^(?:(?:show|give|tell)(?: me)? |what(?:'s| is) |open |see )?(?:the |git )*(?:git |commit |change )?(?:log|history|commits|commit history|change history|past changes)(?: (?:of|for|to|in|on|about))? (.+)$/i,
    make: ([said = '']) => history(said),
  },
  {
    form: /^(?:(?:show|give|tell)(?: me)? |what(?:'s| is) )?(?:the |git )*(?:git |commit )?(?:log|history)$/i,
    make: () => ({ kind: 'history', file: 'this' }),
  },
  {
    form: /^how (?:did|has) (.+?) (?:change|changed|evolve|evolved)(?: over time)?$/i,
    make: ([said = '']) => history(said),
  },
  {
    form: /^(?:which|what) commits (?:changed|touched|modified) (.+)$/i,
    make: ([said = '']) => history(said),
  },
]
const history = (said: string): Intent | null => {
  const file = /^by /i.test(said) ? null : namedFile(said)
  return file && { kind: 'history', file }
}

const SUM =
  "(?:summari[sz]e|sum up|give me (?:a |an )?(?:(?:quick|short|brief|high[- ]level|rough|good) )*(?:summary|overview|outline|report) (?:of|on|about)|(?:a |an )?(?:(?:quick|short|brief|high[- ]level|rough|good) )*(?:summary|overview) of|overview of|outline|show me (?:a |an |the )?(?:summary|overview|outline|structure) of|what(?:'s| is) (?:in|the structure of)|describe|tell me about|explain)"
const REPOSITORY =
  /^(?:(?:this|the|my|our|that) )?(?:whole |entire |current )?(?:repo|repository|project|codebase|code base|workspace|code|app|application)$/i
const WRITES: readonly Pattern[] = [
  {
    form: /^(?:write|save|put|make|create|generate|add|update|refresh)(?: me)?(?: a| the| an)?(?: short| new| task| tasks)? (?:summary|report|overview|spec)(?: (?:of|about|on) (.+?))?(?: (?:in|to|into|as|under|at))(?: the)?(?: file)? (.+)$/i,
    make: ([of, into = '']) => written(of, into),
  },
  {
    form: /^(?:write|save|update|refresh|create|make|generate)(?: the| a| my| our)? (?:tasks? summary|summary file|tasks? slash summary(?: dot md)?)$/i,
    make: () => written(undefined, 'tasks summary'),
  },
]
const SUMS: readonly Pattern[] = [
  { form: new RegExp(`^${SUM} (.+)$`, 'i'), make: ([what = '']) => summarised(what, false) },
  {
    form: /^(?:summari[sz]e|sum up|summary|overview|sum it up|give me (?:a |an )?(?:(?:quick|short|brief|high[- ]level|rough|good) )*(?:summary|overview))$/i,
    make: () => ({ kind: 'summarise', of: 'file' }),
  },
  {
    form: /^what (?:is|does) (?:this|the) (?:project|repo|repository|codebase|app)(?: about| do| all about| for)?$/i,
    make: () => ({ kind: 'summarise', of: 'repository' }),
  },
  {
    form: /^what(?:'s| is) (?:this|the) (?:project|repo|repository|codebase|app) (?:about|all about|for)$/i,
    make: () => ({ kind: 'summarise', of: 'repository' }),
  },
  {
    form: /^what (?:is|'s) this (?:file|module)(?: about| for| all about)?$|^what's this (?:file|module)(?: about| for| all about)?$|^what does this (?:file|module) do$/i,
    make: () => ({ kind: 'summarise', of: 'file' }),
  },
]

/** A file, a folder or the repository gets a summary; anything else after "explain" is explained. */
function summarised(said: string, anything: boolean): IntentSummary | null {
  if (REPOSITORY.test(said)) return { kind: 'summarise', of: 'repository' }
  if (/^(?:this|the|the current|that) (?:folder|directory|dir)$/i.test(said))
    return { kind: 'summarise', of: 'folder' }
  if (/^(?:this|the|the current|that) (?:file|module|document|page)$|^(?:this|it)$/i.test(said))
    return { kind: 'summarise', of: 'file' }
  const folder = /^(?:the |my |our )?(.+?) (?:folder|directory|dir)$/i.exec(said)?.[1]
  if (folder !== undefined) return { kind: 'summarise', of: 'folder', name: fileName(folder) }
  const file = /(?:\.[a-z]\w{0,9}$)|(?: dot [a-z0-9 ]+$)|(?: file$)/i.test(said)
  return file || anything ? { kind: 'summarise', of: 'named', name: fileName(said) } : null
}
type IntentSummary = Extract<Intent, { kind: 'summarise' }>

function written(of: string | undefined, into: string): Intent | null {
  const what = of === undefined ? ({ kind: 'summarise', of: 'repository' } as const) : summarised(of, true)
  if (what === null) return null
  const file = /^(?:my |the )?tasks?(?: folder)?(?:\/| slash | )summary(?:\.md| dot md| file)?$/i.test(
    into.trim(),
  )
    ? 'tasks/SUMMARY.md'
    : fileName(into).replace(/\s+/g, '-')
  return { ...what, into: /\.\w+$/.test(file) ? file : `${file}.md` }
}

/** These ask for a summary of anything; the other verbs only of a file, a folder or the repository. */
const SUMMARISE =
  /^(?:summari[sz]e|sum up|give me (?:a |an )?(?:(?:quick|short|brief|high[- ]level|rough|good) )*(?:summary|overview|report) (?:of|on|about)) (.+)$/i

export function parseExplainRequest(asked: string): Intent | null {
  const summary = SUMMARISE.exec(asked)?.[1]
  return (
    firstMatch(WRITES, asked) ??
    (summary === undefined ? null : summarised(summary, true)) ??
    firstMatch(BLAMES, asked) ??
    firstMatch(HISTORIES, asked) ??
    (ABOUT_IT.test(asked) ? { kind: 'explain', what: 'this' } : null) ??
    firstMatch(SUMS, asked) ??
    firstMatch(EXPLAINS, asked) ??
    firstMatch(AUTHORS, asked)
  )
}
