// Requests to change something: replace, rename, create, undo. The agent asks before it does any of them.
import { firstMatch, type Intent, type Named, type Pattern } from './intent.ts'
import { fileName, isEverywhere, isThis, namedFile } from './named-targets.ts'
import { isQuoted, unquoted } from './strip-politeness.ts'
import { spokenCode, spokenPath } from './spoken-forms.ts'

const UNDO =
  /^(?:undo|revert|roll back|take back|take that back|undo (?:it|that|this|that (?:change|edit)|this (?:change|edit))|(?:undo|revert|roll back|take back|reverse|discard) (?:the |my |your )?(?:last|latest|previous|most recent|recent)(?: (?:one|thing|change|edit|changes|edits|replacement|rename|revert|hunk revert|modification|action))?|(?:undo|revert|take back|roll back) (?:what you (?:just )?(?:did|changed)|your (?:change|changes|edit|edits)|the (?:change|edit|rename|replacement|revert)(?: you (?:just )?made)?)|put (?:it|that) back(?: (?:the way|how|as) it was)?|change (?:it|that) back)$/i

const code = (said: string): string => {
  const bare = said.trim()
  if (isQuoted(bare)) return unquoted(bare)
  return spokenCode(
    bare
      .replace(
        /^(?:the )?(?:word|text|string|phrase|identifier|variable|constant|function|method|class|name|symbol)s? (?=\S)/i,
        '',
      )
      .replace(/^(?:all|every|each)(?: (?:of )?the)? (?=\S)/i, '')
      .replace(/^(?:occurrences?|instances?|uses?|mentions?|usages?) of (?=\S)/i, '')
      .replace(/^(?:the )?(?:word|text|string) (?=\S)/i, ''),
  )
}

const replaced = (from: string, to: string, where: string | undefined): Intent | null => {
  if (where !== undefined && isEverywhere(where)) return { kind: 'unsupported', what: 'change_everywhere' }
  const file = namedFile(where)
  const [before, after] = [code(from), code(to)]
  return before === '' ? null : { kind: 'replace', from: before, to: after, file: file ?? 'this' }
}

const EMPTY_TEXT = /^(?:nothing|an empty string|the empty string|empty)$/i

const IN = '(?: (?:in|inside|within|throughout|across|everywhere in|all over) (.+?))?'
const REPLACES: readonly Pattern[] = [
  {
    form: /^(?:in|inside) (.+?),? (?:replace|substitute|swap|change) (.+?) (?:with|by|to|for|into) (.+)$/i,
    make: ([file, from = '', to = '']) => replaced(from, EMPTY_TEXT.test(to) ? '' : to, file),
  },
  {
    form: new RegExp(`^(?:replace|swap|substitute)(?: out)? (.+?) (?:with|by) (.+?)${IN}$`, 'i'),
    make: ([from = '', to = '', file]) => replaced(from, EMPTY_TEXT.test(to) ? '' : to, file),
  },
  {
    // Only with a file: "change the colour to red" says too little to change anything.
    form: /^(?:change|turn) (.+?) (?:to|into) (.+?) (?:in|inside|throughout|everywhere in) (.+)$/i,
    make: ([from = '', to = '', file]) => replaced(from, to, file),
  },
]

const SYMBOL_KIND = '(?:function|method|class|variable|constant|symbol|type|interface|parameter|identifier)'
const renamed = (from: string, to: string, where: string | undefined): Intent | null => {
  if (where !== undefined && isEverywhere(where)) return { kind: 'unsupported', what: 'change_everywhere' }
  const file = namedFile(where)
  const target = spokenCode(to.replace(/^(?:the )?(?:name )?/i, '')).trim()
  if (target === '') return null
  const old: Named = isThis(from) || /^(?:it|this)\b/i.test(from) ? 'this' : { name: nameOf(from) }
  return { kind: 'rename', from: old, to: target, file: file ?? 'this' }
}
const nameOf = (said: string): string =>
  isQuoted(said)
    ? unquoted(said)
    : spokenCode(
        said
          .trim()
          .replace(/^(?:the|my|our) (?=\S)/i, '')
          .replace(new RegExp(`^${SYMBOL_KIND} (?=\\S)`, 'i'), '')
          .replace(new RegExp(`(?<=\\S) ${SYMBOL_KIND}$`, 'i'), ''),
      )

const RENAMES: readonly Pattern[] = [
  {
    form: /^(?:rename|move) (?:the |this )?(?:file|folder|directory)\b/i,
    make: () => ({ kind: 'unsupported', what: 'move' }),
  },
  {
    form: new RegExp(`^(?:in|inside) (.+?),? rename (.+?) (?:to|as|into) (.+)$`, 'i'),
    make: ([file, from = '', to = '']) => renamed(from, to, file),
  },
  {
    form: new RegExp(`^(?:rename|call) (.+?) (?:to|as|into) (.+?)${IN}$`, 'i'),
    make: ([from = '', to = '', file]) => renamed(from, to, file),
  },
  {
    form: /^rename (.+?) (?:in|inside) (.+?) (?:to|as|into) (.+)$/i,
    make: ([from = '', file, to = '']) => renamed(from, to, file),
  },
]

const CREATE =
  /^(?:create|make|add|start|write|new)(?: me)?(?: a| an| the)?(?: new)?(?: empty| blank| text| markdown)* file(?: called| named| at)? (.+?)(?: in (?:the )?(\S+(?: slash \S+)*)(?: folder| directory)?)?(?:,? (?:with|containing|that says|saying|which says)(?: the)?(?: (?:text|content|contents|words|line))? (.+))?$/i
const CREATE_NAMED = /^(?:create|make|touch) (\S+\.[a-z]\w{0,9})$/i

function asCreate(asked: string): Intent | null {
  const bare = CREATE_NAMED.exec(asked)?.[1]
  if (bare !== undefined) return { kind: 'create', file: bare }
  const found = CREATE.exec(asked)
  if (!found) return null
  const name = fileName(found[1] ?? '').replace(/\s+/g, '-')
  const folder = found[2] === undefined ? '' : `${spokenPath(found[2]).replace(/\/+$/, '')}/`
  if (name === '' || name.endsWith('/')) return null
  const content = found[3]
  return {
    kind: 'create',
    file: folder + name,
    ...(content !== undefined && { content: unquoted(content) }),
  }
}

export function parseEditRequest(asked: string): Intent | null {
  if (UNDO.test(asked)) return { kind: 'undo' }
  return firstMatch(REPLACES, asked) ?? firstMatch(RENAMES, asked) ?? asCreate(asked)
}
