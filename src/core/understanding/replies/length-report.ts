// The longest files and functions: a page with links, and a sentence.
import type { CodeSymbol } from '../../tools/codebase.ts'
import type { FileLength } from '../../ports/workspace.ts'
import { inlineCode, placeLink } from './markdown-text.ts'
import { spokenCount } from './spoken-count.ts'
import { spokenName } from './spoken-name.ts'
import { spokenSymbol } from './spoken-text.ts'

const rows = (head: string, lines: readonly string[]): string =>
  `${head}\n${lines.map((line) => `${line}\n`).join('')}`

export const linesOfSymbol = ({ startLine, endLine }: CodeSymbol): number => endLine - startLine + 1

export function longestFilesReport(files: readonly FileLength[]): string {
  const lines = files.map(({ file, lines: count }) => `| ${count} | ${placeLink(file)} |`)
  return `# Longest files\n\n${rows('| lines | file |\n| ---: | :--- |', lines)}`
}

export function longestFunctionsReport(symbols: readonly CodeSymbol[]): string {
  const lines = symbols.map((symbol) => {
    const name = symbol.container === null ? symbol.name : `${symbol.container}.${symbol.name}`
    return `| ${linesOfSymbol(symbol)} | ${inlineCode(name)} | ${placeLink(symbol.file, symbol.startLine)} |`
  })
  return `# Longest functions\n\n${rows('| lines | function | where |\n| ---: | :--- | :--- |', lines)}`
}

export function longestFilesSentence([first, second]: readonly FileLength[]): string {
  if (first === undefined) return 'There are no files to measure.'
  const next = second === undefined ? '' : ` Next is ${spokenName(second.file)} with ${second.lines}.`
  return `The longest is ${spokenName(first.file)} with ${spokenCount(first.lines, 'line')}.${next}`
}

/** Says the class as well, because many methods have short, common names. */
const spokenOwn = ({ name, container }: CodeSymbol): string =>
  spokenSymbol(container === null ? name : `${container} ${name}`)

export function longestFunctionsSentence([first, second]: readonly CodeSymbol[]): string {
  if (first === undefined) return 'I found no functions to measure.'
  const next = second === undefined ? '' : ` Next is ${spokenOwn(second)} with ${linesOfSymbol(second)}.`
  return `The longest is ${spokenOwn(first)} in ${spokenName(first.file)}, with ${spokenCount(linesOfSymbol(first), 'line')}.${next}`
}
