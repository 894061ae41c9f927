// Explains a function, class or type: where it is, its signature, its comment and its uses.
import type { SearchHit } from '../../../shared/artifacts.ts'
import type { CodeSymbol } from '../../tools/codebase.ts'
import { languageOfFile } from '../../artifacts/file-language.ts'
import { codeBlock, inlineCode, placeLink } from './markdown-text.ts'
import { sentenceCase, spokenCount } from './spoken-count.ts'
import { spokenName } from './spoken-name.ts'
import { spokenSymbol, spokenText } from './spoken-text.ts'

const MAX_CALLERS = 50

export interface SymbolFacts {
  symbol: CodeSymbol
  /** Lines that mention it, without its declaration. */
  callers: readonly SearchHit[]
  truncated: boolean
  source: string
}

export function symbolReport({ symbol, callers, truncated, source }: SymbolFacts): string {
  const { name, kind, file, startLine, endLine, container, signature, doc } = symbol
  const language = languageOfFile(file) ?? ''
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`
  const parts = [
    `# ${inlineCode(name)}`,
    `${sentenceCase(kind)}${container === null ? '' : ` of ${inlineCode(container)}`} in ${placeLink(file, startLine, file)}, ${lines}.`,
    codeBlock(signature, language),
    doc === null ? '_It has no comment._' : quoted(doc),
    `## Used in ${truncated ? `more than ${callers.length} places` : spokenCount(callers.length, 'place')}`,
    callers.length === 0
      ? 'Nothing in this folder mentions it.'
      : callers.slice(0, MAX_CALLERS).map(callerLine).join('\n'),
    ...(source === '' ? [] : ['## Source', codeBlock(dedented(source), language)]),
  ]
  return `${parts.join('\n\n')}\n`
}

const quoted = (doc: string): string =>
  doc
    .trim()
    .split('\n')
    .map((line) => `> ${line.trim()}`)
    .join('\n')

const callerLine = ({ file, line, content }: SearchHit): string =>
  `- ${placeLink(file, line)} ${inlineCode(content.slice(0, 200))}`

/** Without the indent that all lines share. */
function dedented(source: string): string {
  const lines = source.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0)
  const shared = Math.min(...indents)
  return lines.map((line) => line.slice(shared)).join('\n')
}

/** The symbol's comment, or else what it is, and how much it is used. */
export function symbolSentence({ symbol, callers, truncated }: SymbolFacts): string {
  const { name, kind, file, startLine, endLine, doc } = symbol
  const used =
    callers.length === 0
      ? 'not used anywhere else'
      : `used in ${truncated ? 'more than ' : ''}${spokenCount(callers.length, 'place')}`
  const said = doc === null ? '' : spokenText(doc.replace(/^\s*@\w+.*$/gm, ''), 2)
  if (said !== '') return `${said} It is ${used}.`
  const length = spokenCount(endLine - startLine + 1, 'line')
  return `${sentenceCase(spokenSymbol(name))} is a ${kind} of ${length} in ${spokenName(file)}, ${used}. It has no comment.`
}
