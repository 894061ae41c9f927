// "How many files are there", "which functions are the longest", "list the python files": counted, measured, listed.
import { baseName } from '../../../core/base-name.ts'
import type { CodeSymbol } from '../../../core/codebase.ts'
import type { IntentOf, Scope } from '../../../core/intents/intent.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import {
  longestFilesReport,
  longestFilesSentence,
  longestFunctionsReport,
  longestFunctionsSentence,
} from '../../../core/replies/length-report.ts'
import { sentenceCase, spokenCount, spokenList } from '../../../core/replies/spoken-count.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import { spokenSymbol } from '../../../core/replies/spoken-text.ts'
import { showFile } from './show-file.ts'
import type { Turn } from './turn.ts'
import { scopeGlobs } from './where-to-look.ts'
import { withFile } from './which-file.ts'

const SHOWN = 20
/** Of a codebase; the longest of one folder are looked for among these. */
const RANKED = 500
/** Nobody picks from more by its number. */
const CHOOSABLE = 100
const NO_PLACE = 'I found no file or folder of that name. Try another, or leave it out.'

export async function count({ what, in: scope }: IntentOf<'count'>, turn: Turn): Promise<string> {
  if (what === 'functions') {
    if (scope?.file === undefined) {
      return 'I count the functions of one file at a time. Name it, or ask for the longest functions.'
    }
    return withFile(scope.file, turn, (file, next) =>
      outlined(file, next, (symbols) => {
        const functions = symbols.filter(({ kind }) => kind === 'function' || kind === 'method')
        return `${sentenceCase(spokenName(file))} has ${spokenCount(functions.length, 'function')}.`
      }),
    )
  }
  const include = await globs(scope, turn)
  if (typeof include === 'string') return include
  if (what === 'files') {
    const listed = await turn.quietly((signal) => turn.tools.list({ ...include, signal }))
    if (!listed.ok) return faultSentence(listed.fault?.code)
    return `There ${listed.value.length === 1 ? 'is' : 'are'} ${spokenCount(listed.value.length, 'file')}.`
  }
  const measured = await turn.use('Grep', { pattern: 'lines' }, (signal) =>
    turn.tools.lengths({ ...include, signal }),
  )
  if (!measured.ok) return faultSentence(measured.fault?.code)
  const lines = measured.value.reduce((sum, one) => sum + one.lines, 0)
  const [only] = measured.value
  return only !== undefined && measured.value.length === 1
    ? `${sentenceCase(spokenName(only.file))} has ${spokenCount(lines, 'line')}.`
    : `${sentenceCase(spokenCount(lines, 'line'))} in ${spokenCount(measured.value.length, 'file')}.`
}

export async function largest({ what, in: scope }: IntentOf<'largest'>, turn: Turn): Promise<string> {
  const include = await globs(scope, turn)
  if (typeof include === 'string') return include
  return what === 'files' ? longestFiles(include, turn) : longestFunctions(include, turn)
}

async function longestFiles({ include }: Globs, turn: Turn): Promise<string> {
  const measured = await turn.use('Grep', { pattern: 'lines' }, (signal) =>
    turn.tools.lengths({ include, signal }),
  )
  if (!measured.ok) return faultSentence(measured.fault?.code)
  const longest = measured.value.toSorted((a, b) => b.lines - a.lines).slice(0, SHOWN)
  if (longest.length === 0) return longestFilesSentence([])
  turn.show({ kind: 'markdown', title: 'Longest files', content: longestFilesReport(longest) }, 'longest')
  listFiles(
    longest.map(({ file }) => file),
    turn,
  )
  return longestFilesSentence(longest)
}

async function longestFunctions({ include }: Globs, turn: Turn): Promise<string> {
  const found = await turn.use('Grep', { pattern: 'functions' }, (signal) =>
    turn.tools.longest(include === undefined ? SHOWN : RANKED, { signal }),
  )
  if (!found.ok) return faultSentence(found.fault?.code)
  let longest = found.value
  if (include !== undefined) {
    const listed = await turn.quietly((signal) => turn.tools.list({ include, signal }))
    if (!listed.ok) return faultSentence(listed.fault?.code)
    const wanted = new Set(listed.value)
    longest = longest.filter(({ file }) => wanted.has(file)).slice(0, SHOWN)
  }
  if (longest.length === 0) return longestFunctionsSentence([])
  const content = longestFunctionsReport(longest)
  turn.show({ kind: 'markdown', title: 'Longest functions', content }, 'longest')
  listSymbols(longest, turn)
  return longestFunctionsSentence(longest)
}

export async function list({ what, in: scope }: IntentOf<'list'>, turn: Turn): Promise<string> {
  if (what === 'commands') return listCommands(turn)
  if (what === 'symbols') return withFile(scope?.file ?? 'this', turn, listFile)
  const include = await globs(scope, turn)
  if (typeof include === 'string') return include
  const pattern = include.include?.join(' ') ?? '**'
  const listed = await turn.use('Glob', { pattern }, (signal) =>
    turn.tools.list({ ...include, title: `Files: ${pattern}`, signal }),
  )
  if (!listed.ok) return faultSentence(listed.fault?.code)
  listFiles(listed.value.slice(0, CHOOSABLE), turn)
  if (listed.value.length === 0) return 'I found no such files.'
  return `${sentenceCase(spokenCount(listed.value.length, 'file'))}. They are on the screen.`
}

const listFile = (file: string, turn: Turn): Promise<string> =>
  outlined(file, turn, (symbols) => {
    if (symbols.length === 0) return `I can see nothing that ${spokenName(file)} declares.`
    turn.show(
      {
        kind: 'search_results',
        title: `Declared in ${baseName(file)}`,
        query: '',
        results: symbols.map(({ startLine, signature }) => ({ file, line: startLine, content: signature })),
      },
      `outline:${file}`,
    )
    listSymbols(symbols, turn)
    const names = symbols.filter(({ container }) => container === null).map(({ name }) => spokenSymbol(name))
    const first = names.length > 4 ? `${names.slice(0, 3).join(', ')} and others` : spokenList(names)
    return `${sentenceCase(spokenName(file))} declares ${first}.`
  })

async function outlined(
  file: string,
  turn: Turn,
  then: (symbols: readonly CodeSymbol[]) => string,
): Promise<string> {
  const outline = await turn.quietly(() => turn.tools.outline(file))
  if (!outline.ok) return faultSentence(outline.fault?.code)
  turn.dialogue.lastFile = file
  return then(outline.value)
}

async function listCommands(turn: Turn): Promise<string> {
  const known = await turn.quietly(() => turn.tools.commands())
  if (!known.ok) return faultSentence(known.fault?.code)
  const { commands, scripts } = known.value
  const ways = [...new Map(commands.toReversed().map((one) => [one.purpose, one.command]))].toReversed()
  const told = ways.map(([purpose, command]) => `${purpose} is ${command}`)
  if (told.length === 0 && scripts.length === 0) {
    return 'I cannot tell how this project is run. Say run, and the exact command.'
  }
  const names =
    scripts.length === 0 ? '' : `The scripts are ${spokenList(scripts.slice(0, 8).map(({ name }) => name))}.`
  return [told.length === 0 ? '' : `${sentenceCase(spokenList(told))}.`, names].filter(Boolean).join(' ')
}

function listFiles(files: readonly string[], turn: Turn): void {
  turn.dialogue.listed = files.map((file) => ({
    label: spokenName(file),
    file,
    take: (next) => showFile(file, {}, next),
  }))
}

function listSymbols(symbols: readonly CodeSymbol[], turn: Turn): void {
  turn.dialogue.listed = symbols.map(({ name, file, startLine }) => ({
    label: spokenSymbol(name),
    file,
    take: (next) => showFile(file, { line: startLine }, next),
  }))
}

interface Globs {
  include?: readonly string[]
}

async function globs(scope: Scope | undefined, turn: Turn): Promise<Globs | string> {
  if (scope === undefined) return {}
  const found = await scopeGlobs(scope, turn)
  if (typeof found === 'string') return found
  // What is neither a file nor a folder was not meant to be searched for here.
  if (found.rest !== undefined) return NO_PLACE
  return found.include === undefined ? {} : { include: found.include }
}
