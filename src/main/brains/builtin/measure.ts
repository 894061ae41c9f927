// "How many files are there", "which functions are the longest", "list the python files".
import { baseName } from '../../../base/base-name.ts'
import type { CodeSymbol, CommandPurpose } from '../../../core/tools/codebase.ts'
import { longestFilesTool, longestFunctionsTool } from '../../../core/tools/find-symbols.ts'
import { listFilesTool } from '../../../core/tools/search-files.ts'
import { PURPOSE_LABELS } from '../../../core/tools/run-command.ts'
import type { IntentOf, Scope } from '../../../core/understanding/intent.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import {
  longestFilesSentence,
  longestFunctionsSentence,
} from '../../../core/understanding/replies/length-report.ts'
import { sentenceCase, spokenCount, spokenList } from '../../../core/understanding/replies/spoken-count.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { spokenSymbol } from '../../../core/understanding/replies/spoken-text.ts'
import { showFile, scopeGlobs, withFile } from './resolve-file.ts'
import { projectCommands } from './run-command.ts'
import type { Turn } from './turn.ts'
import { unreadSentence } from './unread-code.ts'

const SHOWN = 20
/** Nobody chooses from more by number. */
const CHOOSABLE = 100
const TOO_MANY = 'There are too many files to look at all of them, and none of those I looked at is one.'
const NO_SUCH_SCOPE = 'I found no file or folder of that name. Try another, or leave it out.'

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
    const listed = await turn.use(listFilesTool, include, { hide: 'all' })
    if (!listed.ok) return faultSentence(listed.fault?.code)
    const { files, truncated } = listed.value
    const counted = spokenCount(files.length, 'file')
    return `There ${files.length === 1 ? 'is' : 'are'} ${truncated ? `at least ${counted}` : counted}.`
  }
  const measured = await turn.use(longestFilesTool, include, { hide: 'artifact' })
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

async function longestFiles(scope: Globs, turn: Turn): Promise<string> {
  const measured = await turn.use(longestFilesTool, scope)
  if (!measured.ok) return faultSentence(measured.fault?.code)
  const longest = measured.value.slice(0, SHOWN)
  if (longest.length > 0) {
    const files = longest.map(({ file }) => file)
    listFiles(files, turn)
  }
  return longestFilesSentence(longest)
}

async function longestFunctions(scope: Globs, turn: Turn): Promise<string> {
  const found = await turn.use(longestFunctionsTool, scope)
  if (!found.ok) return faultSentence(found.fault?.code)
  const { symbols } = found.value
  if (symbols.length > 0) listSymbols(symbols, turn)
  const unread = unreadSentence(found.value, 'longer ones')
  return symbols.length === 0 && unread !== ''
    ? unread.trim()
    : `${longestFunctionsSentence(symbols)}${unread}`
}

export async function list({ what, in: scope }: IntentOf<'list'>, said: string, turn: Turn): Promise<string> {
  if (what === 'commands') return listCommands(said, turn)
  if (what === 'symbols') return withFile(scope?.file ?? 'this', turn, listFile)
  const include = await globs(scope, turn)
  if (typeof include === 'string') return include
  const listed = await turn.use(listFilesTool, include)
  if (!listed.ok) return faultSentence(listed.fault?.code)
  const { files, truncated } = listed.value
  listFiles(files.slice(0, CHOOSABLE), turn)
  if (files.length === 0) return truncated ? TOO_MANY : 'I found no such files.'
  const counted = spokenCount(files.length, 'file')
  return `${sentenceCase(truncated ? `at least ${counted}` : counted)}. They are on the screen.`
}

const listFile = (file: string, turn: Turn): Promise<string> =>
  outlined(file, turn, (symbols) => {
    if (symbols.length === 0) return `I found no declarations in ${spokenName(file)}.`
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
    // What is assigned to something of another file, such as `res.send = …`, has no other place here.
    const declared = new Set(symbols.map(({ name }) => name))
    const outermost = symbols.filter(
      ({ container }) => container === null || !container.split('.').some((part) => declared.has(part)),
    )
    const names = outermost.map(({ name }) => spokenSymbol(name))
    const first = names.length > 4 ? `${names.slice(0, 3).join(', ')} and others` : spokenList(names)
    return `${sentenceCase(spokenName(file))} declares ${first}.`
  })

async function outlined(
  file: string,
  turn: Turn,
  then: (symbols: readonly CodeSymbol[]) => string,
): Promise<string> {
  const outline = await turn.look((workspace) => workspace.outline(file))
  if (!outline.ok) return faultSentence(outline.fault?.code)
  turn.dialogue.lastFile = file
  return then(outline.value)
}

/** "How do I run the linter" asks for one of the commands. */
function purposeAsked(said: string): CommandPurpose | null {
  if (/\blint(?:er|ing)?\b/i.test(said)) return 'lint'
  if (/\btests?\b/i.test(said)) return 'test'
  return /\b(?:build|compile)\b/i.test(said) ? 'build' : null
}

async function listCommands(said: string, turn: Turn): Promise<string> {
  const known = await turn.look(projectCommands)
  if (!known.ok) return faultSentence(known.fault?.code)
  const { commands, scripts } = known.value
  const ways = [...new Map(commands.toReversed().map((one) => [one.purpose, one.command]))].toReversed()
  const lines = ways.map(([purpose, command]) => `${purpose} is ${command}`)
  if (lines.length === 0 && scripts.length === 0) {
    return 'I cannot tell how to run this project. Say run, and the exact command.'
  }
  const purpose = purposeAsked(said)
  const command = commands.find((one) => one.purpose === purpose)?.command
  if (purpose !== null && command !== undefined) {
    const label = PURPOSE_LABELS[purpose]
    return `The command is ${command}. Say run the ${label}, and I run it once you agree.`
  }
  const none = purpose === null ? '' : `I know no command for the ${PURPOSE_LABELS[purpose]} here.`
  const names =
    scripts.length === 0 ? '' : `The scripts are ${spokenList(scripts.slice(0, 8).map(({ name }) => name))}.`
  return [none, lines.length === 0 ? '' : `${sentenceCase(spokenList(lines))}.`, names]
    .filter(Boolean)
    .join(' ')
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
  // Only a search can take what is neither a file nor a folder for text.
  if (found.rest !== undefined) return NO_SUCH_SCOPE
  return found.include === undefined ? {} : { include: found.include }
}
