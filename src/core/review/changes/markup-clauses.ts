// Says which elements of a page changed.
import { numberWord, spokenCount } from '../../understanding/replies/spoken-count.ts'
import type { HunkLine } from './hunk-lines.ts'
import { saidName, saidNames, some } from './hunk-sentence.ts'

const ELEMENT = /<([A-Za-z][\w.-]{0,60})((?:\s[^<>]{0,300})?)\/?>?/g
const NOUNS: Readonly<Record<string, string>> = {
  a: 'link',
  p: 'paragraph',
  li: 'list entry',
  img: 'image',
  tr: 'row',
  td: 'cell',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  ul: 'list',
  ol: 'list',
}

export const isMarkup = (language: string): boolean =>
  /^(?:html|xml|handlebars|liquid|twig|pug)$/.test(language)

export function markupClauses(lines: readonly HunkLine[]): string[] {
  const side = (mark: '+' | '-'): string =>
    lines
      .filter((line) => line.mark === mark)
      .map(({ text }) => text)
      .join('\n')
  const [old, now] = [side('-'), side('+')]
  const [was, is] = [elements(old), elements(now)]
  const clauses: string[] = []
  const differences = [...new Set([...was.keys(), ...is.keys()])].map(
    (tag) => [tag, (is.get(tag) ?? 0) - (was.get(tag) ?? 0)] as const,
  )
  for (const [verb, sign] of [
    ['adds', 1],
    ['removes', -1],
  ] as const) {
    const those = differences.filter(([, by]) => by * sign > 0)
    const known = those.find(([tag]) => NOUNS[tag.toLowerCase()] !== undefined)
    if (those.length > 3) {
      const count = numberWord(those.reduce((sum, [, by]) => sum + by * sign, 0))
      const among = known === undefined ? '' : `, among them ${counted(known[0], known[1] * sign)}`
      clauses.push(`${verb} ${count} elements${among}`)
    } else for (const [tag, by] of those) clauses.push(`${verb} ${counted(tag, by * sign)}`)
  }
  if (clauses.length > 0) return clauses
  const changed = lines.filter(({ mark, text: one }) => mark !== ' ' && one.trim() !== '')
  // A style sheet or a script in the page.
  if (changed.every(({ text: one }) => /^\s*[\w-]+\s*:[^:<>]*;\s*$/.test(one)))
    return [`changes ${changed.length === 1 ? 'a style' : 'styles'} of the page`]
  if (changed.every(({ text: one }) => !one.includes('<') && /[;{}]\s*$/.test(one))) return []
  const text = (of: string): string[] => of.replaceAll(/<[^<>]{1,400}>/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  if (text(old).join(' ') !== text(now).join(' ')) {
    const by = text(now).length - text(old).length
    return [
      by === 0 || Math.abs(by) < 3
        ? 'changes the text of the page'
        : by > 0
          ? `adds ${spokenCount(by, 'word')} to the page`
          : `removes ${spokenCount(-by, 'word')} from the page`,
    ]
  }
  // A sign can be all that a cell says.
  const signs = (of: string): string => of.replaceAll(/<[^<>]{1,400}>/g, '').replaceAll(/\s+/g, '')
  if (signs(old) !== signs(now)) return ['changes the text of the page']
  const [attributesWere, attributesAre] = [attributesOf(old), attributesOf(now)]
  const tags = [...is.keys()].filter((tag) => attributesWere.get(tag) !== attributesAre.get(tag))
  return tags.length === 0
    ? []
    : [
        `changes the attributes of ${tags.length === 1 ? counted(tags[0]!, is.get(tags[0]!)!) : saidNames(tags)}`,
      ]
}

function counted(tag: string, count: number): string {
  const noun = NOUNS[tag.toLowerCase()] ?? `${saidName(tag) || 'new'} element`
  return some(count, noun, noun.endsWith('entry') ? 'list entries' : undefined)
}

/** Those of all elements with one tag. */
function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, tag, written] of text.matchAll(ELEMENT))
    found.set(tag!, `${found.get(tag!) ?? ''}\n${written!.trim()}`)
  return found
}

function elements(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, tag] of text.matchAll(ELEMENT)) counts.set(tag!, (counts.get(tag!) ?? 0) + 1)
  return counts
}
