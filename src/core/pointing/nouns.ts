// What people call the things on a screen.
import { codeKinds, type ThingKind } from '../../shared/screen.ts'

const NOUNS: readonly (readonly [words: string, kinds: readonly ThingKind[]])[] = [
  ['function|method|routine|procedure', ['function', 'method']],
  ['class|struct', ['class', 'struct']],
  ['interface', ['interface']],
  ['enum', ['enum']],
  ['type', ['type', 'interface']],
  ['symbol|declaration|definition', ['function', 'method', 'class', 'interface', 'struct', 'enum', 'type']],
  ['for loop|while loop|loop', ['loop']],
  ['if statement|if block|if|conditional|condition', ['condition']],
  ['try block|try statement|try', ['try']],
  ['switch statement|switch', ['switch']],
  ['code block|block', ['loop', 'condition', 'try', 'switch']],
  ['comment', ['comment']],
  ['heading|headline|section|chapter', ['heading']],
  ['search result|search hit|result|match|hit', ['result']],
  ['hunk|chunk', ['hunk']],
  ['changed file|file', ['file']],
]

/** The words for things, to be used in a regular expression. Longer ones come first. */
export const NOUN = NOUNS.flatMap(([words]) => words.split('|'))
  .toSorted((one, other) => other.length - one.length)
  .join('|')

const kinds = new Map(NOUNS.flatMap(([words, of]) => words.split('|').map((word) => [word, of] as const)))

export const kindsCalled = (noun: string): readonly ThingKind[] => kinds.get(noun) ?? []

export const pluralOf = (noun: string): string => (/(?:s|ch)$/.test(noun) ? `${noun}es` : `${noun}s`)

const KINDS_IN_VIEW: Readonly<Record<string, readonly ThingKind[]>> = {
  code: codeKinds,
  file: codeKinds,
  markdown: ['heading'],
  search_results: ['result'],
  diff: ['hunk', 'file'],
}

/** What a view of this kind can show. */
export const kindsInView = (view: string | undefined): readonly ThingKind[] => KINDS_IN_VIEW[view ?? ''] ?? []

/** The blocks inside functions: their order counts within the function around them. */
export const isBlock = (kind: ThingKind): boolean =>
  kind === 'loop' || kind === 'condition' || kind === 'try' || kind === 'switch' || kind === 'comment'
