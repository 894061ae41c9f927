// Summaries of a codebase, a folder or a file: a page, and a sentence to speak.
import type { CodebaseOverview, CodeSymbol, DescribedPackage, FileOverview } from '../../tools/codebase.ts'
import { isAsideFile, languageOfFile } from '../../artifacts/file-language.ts'
import { commitLine } from './commits-report.ts'
import { inlineCode, placeLink, escapeMarkdown } from './markdown-text.ts'
import { sentenceCase, spokenCount, spokenList } from './spoken-count.ts'
import { spokenName } from './spoken-name.ts'
import { spokenText } from './spoken-text.ts'

const MAX_LANGUAGES = 8
const MAX_FOLDERS = 12
const MAX_SYMBOLS = 40
const MAX_PACKAGES = 15
const MAX_DEVELOPER_PACKAGES = 10
const MAX_SCRIPTS = 20
const MAX_ABOUT = 160

export function codebaseReport(glance: CodebaseOverview, whole: boolean): string {
  const { name, files, truncated, readme, branch, commits, symbols } = glance
  const intro = readme === null ? null : firstParagraph(readme)
  const parts = [
    `# ${escapeMarkdown(name)}`,
    ...(intro === null ? [] : [intro]),
    `${truncated ? `More than ${files.length}` : files.length} files${branch === null ? '' : `, on branch ${inlineCode(branch)}`}.`,
    ...section(
      'Languages',
      languages(files).map(([language, count]) => `- ${language}: ${spokenCount(count, 'file')}`),
    ),
    ...section(
      'Folders',
      folders(files, whole ? '' : commonFolder(files)).map(
        ([folder, count]) => `- ${inlineCode(folder)}: ${spokenCount(count, 'file')}`,
      ),
    ),
    ...section(
      'Entry points',
      entryPoints(glance).map((entry) => `- ${entry}`),
    ),
    ...section('Main parts', symbolLines(symbols)),
    ...section('Dependencies', packageLines(glance.dependencies, MAX_PACKAGES)),
    ...section('Only for development', packageLines(glance.developerDependencies, MAX_DEVELOPER_PACKAGES)),
    ...section('Commands', [
      ...glance.servers.slice(0, 1).map((command) => `- run: ${inlineCode(command)}`),
      ...glance.commands.map(({ purpose, command }) => `- ${purpose}: ${inlineCode(command)}`),
      ...glance.scripts.slice(0, MAX_SCRIPTS).map((script) => `- script ${inlineCode(script)}`),
    ]),
    ...section('Recent commits', commits.map(commitLine)),
  ]
  return `${parts.join('\n\n')}\n`
}

export function codebaseSentence(glance: CodebaseOverview): string {
  const { files, truncated, readme, description } = glance
  const most = languages(files)
    .slice(0, 2)
    .map(([language]) => language)
  const size = `${truncated ? 'more than ' : ''}${spokenCount(files.length, 'file')}${most.length === 0 ? '' : `, mostly ${spokenList(most)}`}`
  // A project's own description says what it is; its readme may begin with anything.
  const intro = description ?? (readme === null ? null : firstParagraph(readme))
  const said = intro === null ? '' : spokenText(intro, 1)
  return said === '' ? `${sentenceCase(size)}. The rest is on the screen.` : `${said} It has ${size}.`
}

export function fileReport({ file, text, size, symbols, commits }: FileOverview): string {
  const language = languageOfFile(file)
  const comment = headComment(text)
  const imports = importsOf(text)
  const parts = [
    `# ${placeLink(file)}`,
    `${spokenCount(lineCount(text), 'line')}, ${size} bytes${language === undefined ? '' : `, ${language}`}.`,
    ...(comment === '' ? [] : [escapeMarkdown(comment)]),
    ...section('Declarations', symbolLines(symbols)),
    ...section(
      'Imports',
      imports.map((name) => `- ${inlineCode(name)}`),
    ),
    ...section('Recent commits', commits.map(commitLine)),
  ]
  return `${parts.join('\n\n')}\n`
}

export function fileSentence({ file, text, symbols }: FileOverview): string {
  const markdown = /\.mdx?$/i.test(file)
  const comment = markdown ? (firstParagraph(text) ?? '') : headComment(text)
  const said = comment === '' ? '' : spokenText(comment, 2)
  const top = symbols.filter(({ container }) => container === null)
  const holds = top.length === 0 ? '' : ` and declares ${spokenCount(top.length, 'symbol')}`
  const what = `${sentenceCase(spokenName(file))} has ${spokenCount(lineCount(text), 'line')}${holds}.`
  return said === '' ? what : `${said} ${what}`
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')]

function counted(keys: readonly (string | undefined)[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const key of keys) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

const languages = (files: readonly string[]): [string, number][] =>
  counted(files.map(languageOfFile)).slice(0, MAX_LANGUAGES)

function folders(files: readonly string[], under: string): [string, number][] {
  const names = files.map((file) => {
    const rest = file.slice(under.length)
    const at = rest.indexOf('/')
    return at === -1 ? undefined : rest.slice(0, at)
  })
  return counted(names).slice(0, MAX_FOLDERS)
}

function commonFolder(files: readonly string[]): string {
  const [first = ''] = files
  let common = first.slice(0, first.lastIndexOf('/') + 1)
  for (const file of files) {
    while (!file.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1)
  }
  return common
}

function symbolLines(symbols: readonly CodeSymbol[]): string[] {
  return symbols.slice(0, MAX_SYMBOLS).map(({ name, kind, file, startLine, container, doc }) => {
    const of = container === null ? '' : ` of ${inlineCode(container)}`
    const about = doc === null ? '' : `: ${brief(doc.split('\n')[0] ?? '')}`
    return `- ${kind} ${inlineCode(name)}${of}, ${placeLink(file, startLine)}${about}`
  })
}

/** A list of packages, each with its purpose if that is known. */
export function packageLines(packages: readonly DescribedPackage[], limit: number): string[] {
  const lines = packages
    .slice(0, limit)
    .map(({ name, purpose }) => `- ${inlineCode(name)}${purpose === null ? '' : `: ${brief(purpose)}`}`)
  const rest = packages.length - lines.length
  return rest > 0 ? [...lines, `- and ${spokenCount(rest, 'other')}`] : lines
}

const brief = (text: string): string => escapeMarkdown(text.slice(0, MAX_ABOUT))

const LIKELY =
  /(?:^|\/)(?:index|main|app|server|cli|__main__|manage|wsgi|asgi|lib)\.(?!mdx?$|rst$|txt$|html?$|json$|css$)[a-z]{1,4}$|(?:^|\/)src\/bin\/[^/]+\.rs$/i

function entryPoints({ entryPoints: declared, files }: CodebaseOverview): string[] {
  const likely = files
    .filter((file) => LIKELY.test(file) && !isAsideFile(file))
    .filter((file) => file.split('/').length <= 4 && /^(?!.*(?:test|fixture|node_modules)).*$/i.test(file))
    // Those near the top say more than those of an example.
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .slice(0, 8)
  return [...new Set([...declared, ...likely])].map(inlineCode)
}

/** The first paragraph of prose, after titles, badges and images. */
export function firstParagraph(markdown: string): string | null {
  for (const block of markdown.slice(0, 20_000).split(/\n\s*\n/)) {
    const text = block.trim()
    if (text === '' || /^(?:#|!\[|\[!\[|<|```|---|===|\||[-*+] )/.test(text)) continue
    return text.replace(/\s*\n\s*/g, ' ').slice(0, 600)
  }
  return null
}

/** The comment at the beginning of a file. */
function headComment(text: string): string {
  const start = text.slice(0, 4000).replace(/^#!.*\n/, '')
  const lines = /^(?:\s*(?:\/\/|#|--|;;)[^\n]*\n)+/.exec(`${start}\n`)?.[0]
  if (lines !== undefined) return lines.replace(/^\s*(?:\/\/|#|--|;;)+\s?/gm, '').trim()
  const block = /^\s*(?:\/\*+([\s\S]*?)\*\/|"""([\s\S]*?)""")/.exec(start)
  return (block?.[1] ?? block?.[2] ?? '').replace(/^\s*\*+ ?/gm, '').trim()
}

function importsOf(text: string): string[] {
  const found = text
    .slice(0, 20_000)
    .matchAll(
      /^[ \t]*(?:import\b[^'"\n]{0,300}['"]([^'"\n]+)['"]|\} from ['"]([^'"\n]+)['"]|from (\S+) import|import (\w[\w.]*)\s*$|#include [<"]([^>"\n]+)|use ([\w:]+))/gm,
    )
  const names = [...found].map((groups) => groups.slice(1).find((name) => name !== undefined) ?? '')
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 30)
}

function lineCount(text: string): number {
  if (text === '') return 0
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
