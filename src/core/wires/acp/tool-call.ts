// A tool call as it grows: agents announce a call first and tell what it is about later.
import type {
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk'
import { truncate } from '../../../base/truncate.ts'
import {
  COMMAND_KEYS,
  CONTENT_KEYS,
  type Fields,
  filledField,
  NEW_TEXT_KEYS,
  PATTERN_KEYS,
  textField,
} from '../../artifacts/tool-fields.ts'
import type { ToolCall } from '../../ports/brain.ts'
import { isFields, namedPaths, pathIn, shownPath } from './file-names.ts'

export interface AgentCall {
  readonly id: string
  readonly kind: ToolKind | null
  readonly title: string
  /** The agent's name of the tool, if it tells. */
  readonly name: string
  readonly status: ToolCallStatus
  readonly input: Fields
  readonly content: readonly ToolCallContent[]
  readonly locations: readonly ToolCallLocation[]
  readonly output: unknown
  /** What the tool has printed so far, as far as the agent sends it while the tool runs. */
  readonly printed: string
  /** The call as Parley reported it; null as long as nothing is known but that there is one. */
  readonly told: ToolCall | null
}

const MAX_PARTS = 100
/** It may be a whole command. One character more than an approval shows, so that a cut one is not approved. */
const MAX_TITLE = 20_001
const MAX_SPOKEN = 300
const MAX_ARGUMENT = 20_000
/** The end of a long output is what matters while it runs. */
const MAX_PRINTED = 64_000

export const newCall = (id: string): AgentCall => ({
  id,
  kind: null,
  title: '',
  name: '',
  status: 'pending',
  input: {},
  content: [],
  locations: [],
  output: undefined,
  printed: '',
  told: null,
})

/** The call with what the update adds. A field that is absent stays as it was. */
export function updatedCall(call: AgentCall, update: ToolCallUpdate): AgentCall {
  const { rawInput, rawOutput, content, locations, _meta: meta } = update
  const added = printedIn(meta)
  return {
    ...call,
    kind: update.kind ?? call.kind,
    title: truncate(update.title ?? call.title, MAX_TITLE),
    name: truncate(update.name ?? toolNameIn(meta) ?? call.name, 100),
    status: update.status ?? call.status,
    input: isNothing(rawInput) ? call.input : mergedInput(call.input, inputOf(rawInput)),
    content: Array.isArray(content) && content.length > 0 ? content.slice(0, MAX_PARTS) : call.content,
    locations:
      Array.isArray(locations) && locations.length > 0 ? locations.slice(0, MAX_PARTS) : call.locations,
    output: rawOutput ?? call.output,
    printed: added === '' ? call.printed : endOf(call.printed + added),
  }
}

function endOf(printed: string): string {
  // Cut rarely: cutting copies, adding does not.
  return printed.length > 2 * MAX_PRINTED ? printed.slice(-MAX_PRINTED) : printed
}

const isNothing = (raw: unknown): boolean => raw === undefined || raw === null

/** Some agents tell the arguments twice, each time others of them. */
const mergedInput = (before: Fields, more: Fields): Fields =>
  Object.keys(before).length > MAX_PARTS ? more : { ...before, ...more }

const inputOf = (raw: unknown): Fields =>
  typeof raw === 'string' ? { input: raw } : isFields(raw) ? raw : {}

/** Claude Code, goose and Qwen Code tell the tool's name beside the protocol. */
function toolNameIn(meta: Fields | null | undefined): string | undefined {
  if (!meta) return undefined
  const claude = meta['claudeCode']
  const goose = meta['goose']
  const gooseCall = isFields(goose) ? goose['toolCall'] : undefined
  for (const one of [meta, claude, gooseCall])
    if (isFields(one) && typeof one['toolName'] === 'string') return one['toolName']
  return undefined
}

/** Codex and goose send the output of a running command beside the protocol. */
function printedIn(meta: Fields | null | undefined): string {
  if (!meta) return ''
  const delta = meta['terminal_output_delta']
  if (isFields(delta) && typeof delta['data'] === 'string') return delta['data']
  const notice = meta['toolNotification']
  const params = isFields(notice) && notice['type'] === 'live_output' ? notice['params'] : undefined
  const chunks = isFields(params) ? params['chunks'] : undefined
  if (!Array.isArray(chunks)) return ''
  return chunks
    .slice(0, MAX_PARTS)
    .map((chunk) => (isFields(chunk) && typeof chunk['output'] === 'string' ? chunk['output'] : ''))
    .join('')
}

const EXECUTES = /^(?:shell|bash|exec|exec_command|execute|run_command|run_shell_command|terminal)$/i

/** What the call does. An agent that calls it "other" often tells by the arguments. */
export function kindOf({ kind, name, input }: AgentCall): ToolKind {
  if (kind !== null && kind !== 'other') return kind
  if (commandIn(input) !== undefined || EXECUTES.test(name)) return 'execute'
  const changes = textField(input, [...NEW_TEXT_KEYS, 'newString', 'after', ...CONTENT_KEYS]) !== undefined
  if (pathIn(input) !== undefined && (changes || Array.isArray(input['edits']))) return 'edit'
  return kind ?? 'other'
}

export const changesFiles = (call: AgentCall): boolean =>
  ['edit', 'delete', 'move'].includes(kindOf(call)) || call.content.some(({ type }) => type === 'diff')

/** The command line of a call that runs one. An agent without arguments shows it as the title. */
export function commandOf(call: AgentCall): string {
  return commandIn(call.input) ?? call.title
}

/** The folder that a command runs in, if the call tells it. */
export function folderIn({ input }: AgentCall): string | undefined {
  const folder = ['cwd', 'workdir', 'directory']
    .map((key) => input[key])
    .find((one) => typeof one === 'string')
  return typeof folder === 'string' && folder !== '' ? folder : undefined
}

const SHELL = /^(?:.*\/)?(?:ba|z|da|k)?sh$/

function commandIn(input: Fields): string | undefined {
  for (const key of COMMAND_KEYS) {
    const command: unknown = input[key]
    if (typeof command === 'string' && command.trim() !== '') return command
    if (!Array.isArray(command)) continue
    const words = command.filter((word): word is string => typeof word === 'string')
    const [shell = '', option = '', script] = words
    if (words.length === 3 && SHELL.test(shell) && /^-\w*c$/.test(option)) return script
    if (words.length > 0) return words.map(quoted).join(' ')
  }
  return undefined
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Whether enough is known to tell the user what the call does. */
export const isInformative = (call: AgentCall): boolean =>
  call.status !== 'pending' ||
  Object.keys(call.input).length > 0 ||
  call.locations.length > 0 ||
  call.content.length > 0

/** The call in Parley's terms, so that it looks the same whichever agent makes it. */
export function toldCall(call: AgentCall, root: string): ToolCall {
  const kind = kindOf(call)
  const [path] = namedPaths({ ...call, kind }).map((named) => shownPath(root, named))
  const place = path === undefined ? {} : { path: truncate(path, 4096) }
  const { name, args } = ((): { name: string; args: Fields } => {
    switch (kind) {
      case 'read':
        return { name: 'Read', args: place }
      case 'edit':
      case 'delete':
      case 'move':
        return { name: 'Edit', args: place }
      case 'execute':
        return { name: 'Bash', args: { command: truncate(commandOf(call), MAX_ARGUMENT) } }
      case 'search': {
        const pattern = filledField(call.input, [...PATTERN_KEYS, 'regex', 'glob']) ?? call.title
        const isGlob = /glob|find.?files|list/i.test(`${call.name} ${call.title}`)
        return { name: isGlob ? 'Glob' : 'Grep', args: { pattern: truncate(pattern, 1000) } }
      }
      case 'fetch': {
        const what = filledField(call.input, ['query', 'q', 'url', 'prompt']) ?? call.title
        return { name: 'WebSearch', args: { query: truncate(what, 1000) } }
      }
      case 'think':
      case 'switch_mode':
      case 'other':
      default:
        return { name: truncate(call.name || call.title || 'Tool', 100), args: {} }
    }
  })()
  const title = spokenTitle(call, kind)
  return { callId: call.id, name, args, ...(title !== null && { title }) }
}

/** Parley's own tools, in words for the user: agents show the name of the server, which means nothing to them. */
const OWN_TOOLS: readonly (readonly [RegExp, string])[] = [
  [/\bshow\b|_show$/, 'something to show you'],
  [/\bpoint\b|_point$/, 'lines to show you'],
  [/\bask\b|_ask$/, 'a question for you'],
]
const OWN_SERVER = /(?:^|[^a-z])parley-[0-9a-f]{8}(?![0-9a-f])/

/** A title that is a command, a path or a name of a tool is nothing to say aloud. */
function spokenTitle({ title, name }: AgentCall, kind: ToolKind): string | null {
  const own = [title, name].find((one) => OWN_SERVER.test(one))
  if (own !== undefined && kind !== 'execute') return OWN_TOOLS.find(([form]) => form.test(own))?.[1] ?? null
  if (title === '' || kind === 'execute' || title === name) return null
  return /[/\\<>=·{}]|^\S*$/.test(title) ? null : truncate(title, MAX_SPOKEN)
}
