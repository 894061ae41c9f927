// What the scripted model does, in words that fit every agent: each agent has its own tools for it.

export type Move =
  /** Says this word by word, with this many milliseconds between words. */
  | { say: string; every?: number }
  /** Says whether the conversation so far holds this word. */
  | { recall: string }
  /** Reads the file at this absolute path. */
  | { read: string }
  /** Replaces one whole line of the file at this absolute path. */
  | { edit: string; from: string; to: string }
  | { run: string; in: string }
  /** Calls this tool of Parley's own MCP server. */
  | { parley: string; args: Record<string, unknown> }

/** A request that carries its script. */
export const play = (...moves: Move[]): string => `Play this: ${JSON.stringify(moves)} Thanks.`

export interface ModelTool {
  name: string
  /** The names of its parameters; null if it takes free text. */
  parameters: readonly string[] | null
  /** The group it is offered in, if tools come in groups. */
  namespace?: string
}

export interface ModelCall {
  name: string
  /** Its arguments, or free text. */
  args: Record<string, unknown> | string
  namespace?: string | undefined
}

/** What a model sees of a conversation, whatever the dialect. */
export interface ModelTurn {
  who: 'user' | 'model' | 'tool'
  text: string
}

export type Step = { tag: 'say'; text: string; every: number } | { tag: 'call'; call: ModelCall }

/** The moves of the last scripted request that are not done yet, up to the next tool call. */
export function stepsFor(
  turns: readonly ModelTurn[],
  tools: readonly ModelTool[],
  phrases: Readonly<Record<string, readonly Move[]>>,
  server: string,
): Step[] {
  // Agents also call the model without tools, to name the conversation.
  if (tools.length === 0) return [say('A scripted conversation')]
  const at = turns.findLastIndex(({ who, text }) => who === 'user' && movesIn(text, phrases) !== null)
  // Qwen Code goes through a conversation once more, to keep what is worth it.
  const isChore = /memory files/.test(turns.findLast(({ who }) => who === 'user')?.text ?? '')
  if (at < 0 || isChore) return [say('There is no script for this.')]
  const moves = movesIn(turns[at]!.text, phrases)!
  // Looking for a hidden tool is no move.
  const done = turns.slice(at + 1).filter(({ who, text }) => who === 'tool' && !FOUND.test(text)).length
  const steps: Step[] = []
  let calls = 0
  for (const move of moves) {
    if ('say' in move) {
      if (calls >= done) steps.push(say(move.say, move.every))
    } else if ('recall' in move) {
      const isKnown = turns.slice(0, at).some(({ text }) => text.includes(move.recall))
      if (calls >= done) steps.push(say(isKnown ? `I remember ${move.recall}.` : 'I do not remember it.'))
    } else if (++calls > done) {
      const call = callFor(move, tools, server)
      if (call) return [...steps, { tag: 'call', call }]
      return [...steps, say(`There is no tool for it among ${tools.map(({ name }) => name).join(', ')}.`)]
    }
  }
  return steps
}

const say = (text: string, every = 0): Step => ({ tag: 'say', text, every })

function movesIn(text: string, phrases: Readonly<Record<string, readonly Move[]>>): readonly Move[] | null {
  const script = text.split('Play this: ').at(-1)!.split(' Thanks.')[0]!
  if (text.includes('Play this: ')) return JSON.parse(script) as Move[]
  const phrase = Object.keys(phrases).findLast((known) => text.toLowerCase().includes(known.toLowerCase()))
  return phrase === undefined ? null : phrases[phrase]!
}

/** No request has named Parley's server yet. */
export const UNKNOWN_SERVER = 'parley'
/** What a search for tools finds. */
const FOUND = /mcp__parley-[0-9a-f]{8}__/
const READ = ['read', 'Read', 'read_file', 'text_editor__view']
const EDIT = ['edit', 'Edit', 'replace']
const SHELL = ['shell', 'bash', 'Bash', 'run_shell_command', 'exec_command', 'shell_command']

function callFor(
  move: Exclude<Move, { say: string } | { recall: string }>,
  tools: readonly ModelTool[],
  server: string,
) {
  const first = (names: readonly string[]): ModelTool | undefined =>
    tools.find(({ name }) => names.includes(name))
  if ('parley' in move) return parleyCall(move.parley, move.args, tools, server)
  if ('run' in move) return shellCall(first(SHELL), move.run, move.in)
  const file = 'read' in move ? move.read : move.edit
  const named = { path: file, file_path: file, filePath: file, absolute_path: file }
  if ('read' in move) {
    const tool = first(READ)
    return tool ? fitting(tool, named) : shellCall(first(SHELL), `cat '${file}'`, parentOf(file))
  }
  const { from, to } = move
  const tool = first(EDIT)
  if (tool)
    return fitting(tool, {
      ...named,
      before: from,
      oldString: from,
      old_string: from,
      after: to,
      newString: to,
      new_string: to,
      instruction: `Replace “${from}” with “${to}”.`,
    })
  const patch = `*** Begin Patch\n*** Update File: ${file}\n@@\n-${from}\n+${to}\n*** End Patch\n`
  const patcher = first(['apply_patch'])
  if (patcher) return { name: patcher.name, args: patcher.parameters === null ? patch : { input: patch } }
  return shellCall(first(SHELL), `apply_patch <<'EOF'\n${patch}EOF`, parentOf(file))
}

/** Each agent names the tools of an MCP server in its own way, and some offer them only by name. */
function parleyCall(
  tool: string,
  args: Record<string, unknown>,
  tools: readonly ModelTool[],
  server: string,
): ModelCall | null {
  const offered = tools.find(
    ({ name, namespace = name }) => namespace.includes('parley') && name.endsWith(tool),
  )
  if (offered) return { name: offered.name, args, namespace: offered.namespace }
  const search = tools.find(({ name }) => name === 'tool_search')
  if (search && server === UNKNOWN_SERVER) return fitting(search, { query: `${tool} parley` })
  const hidden = `mcp__${server}__${tool}`
  if (tools.some(({ name }) => name === 'tool_call'))
    return { name: 'tool_call', args: { name: hidden, arguments: args } }
  return tools.some(({ name }) => name === 'ToolSearch') ? { name: hidden, args } : null
}

function shellCall(tool: ModelTool | undefined, command: string, folder: string): ModelCall | null {
  if (!tool) return null
  // Codex asks the user only where its sandbox must be left.
  const leaveSandbox = { sandbox_permissions: 'require_escalated', justification: 'It writes a file.' }
  const args = { command, cmd: command, workdir: folder, description: 'A scripted command' }
  return fitting(tool, command.startsWith('cat ') ? args : { ...args, ...leaveSandbox })
}

/** Keeps the arguments that the tool knows. */
function fitting(tool: ModelTool, args: Record<string, unknown>): ModelCall {
  const known = Object.entries(args).filter(([name]) => tool.parameters?.includes(name) ?? true)
  return { name: tool.name, args: Object.fromEntries(known) }
}

const parentOf = (file: string): string => file.slice(0, file.lastIndexOf('/'))
