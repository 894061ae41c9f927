// Permissions that an agent asks for, as approvals; and what an "always" covers. Parley keeps that, so that the user can see it
// and take it back: to the agent, each answer is for one time.
import type { PermissionOption, RequestPermissionResponse } from '@agentclientprotocol/sdk'
import { truncate } from '../../../base/truncate.ts'
import type { BrainRule } from '../../../shared/brain-status.ts'
import { approval, type Approval, type ApprovalDecision } from '../../../shared/conversation.ts'
import { commandWarning } from '../../understanding/replies/command-warning.ts'
import { newDiffBudget } from '../../artifacts/unified-diff.ts'
import { changeOf, type FileImage } from './file-change.ts'
import { fileInside, namedPaths, namesTooMany, shownPath } from './file-names.ts'
import type { Proposal } from './proposed-change.ts'
import { type AgentCall, changesFiles, commandOf, folderIn, kindOf } from './tool-call.ts'

export interface PermissionFacts {
  id: string
  agent: string
  root: string
  call: AgentCall
  options: readonly PermissionOption[]
  /** What would become of the files, and how they are now. */
  proposals: readonly Proposal[]
  imageOf(file: string): FileImage
  /** Whether the one who asked may also allow it for the rest of the conversation. */
  mayAlways: boolean
}

/** A diff longer than this is not read before it is approved. */
const MAX_DIFF = 1_000_000
const MAX_CHOICES = 9

/** The approval, or a sentence that says why the user cannot decide on it. */
export function approvalOf(facts: PermissionFacts): Approval | string {
  const { agent, call, options } = facts
  const choices = choicesIn(options)
  if (choices.length > MAX_CHOICES) return `${agent} asked a question with too many answers.`
  const asked = approval.safeParse({
    id: facts.id,
    ...(choices.length > 1 ? question(facts) : action(facts)),
  })
  if (asked.success && (asked.data.diff?.length ?? 0) <= MAX_DIFF) return asked.data
  return kindOf(call) === 'execute'
    ? `${agent} asked to run a command that is too long to show.`
    : `${agent} asked for a change that is too long to show.`
}

/** Several ways to agree are a question, such as how to go on after a plan. */
function choicesIn(options: readonly PermissionOption[]): readonly PermissionOption[] {
  const ways = options.filter(({ kind }) => kind === 'allow_once')
  return ways.length > 1 ? ways : []
}

function question({ agent, call, options }: PermissionFacts): Omit<Approval, 'id'> {
  return {
    kind: 'question',
    title: truncate(call.title || `${agent} asks`, 300),
    action: call.title || `${agent} asks how to go on`,
    choices: choicesIn(options).map(({ name }, at) => truncate(name.trim() || `Answer ${at + 1}`, 200)),
  }
}

function action(facts: PermissionFacts): Omit<Approval, 'id'> {
  const { agent, call, mayAlways, options } = facts
  const rule = ruleFor(facts)
  const always = mayAlways && rule !== null
  const onlyAlways = !options.some(({ kind }) => kind === 'allow_once')
  const decisions: ApprovalDecision[] = always ? ['allow', 'always', 'deny'] : ['allow', 'deny']
  const rest = { decisions, ...(always && { alwaysMeans: rule.means }) }
  const remembers = onlyAlways ? `${agent} remembers this answer and does not ask again.` : ''
  if (changesFiles(call)) return { ...editAction(facts, remembers), ...rest }
  const command = kindOf(call) === 'execute'
  const text = command ? commandOf(call) : toolAction(call)
  const warning = [command ? commandWarning(text) : null, remembers].filter(Boolean).join(' ')
  const folder = command ? folderIn(call) : undefined
  return {
    kind: 'command',
    title: truncate(
      command
        ? `${agent} wants to run a command`
        : `${agent} wants to ${readOf(facts) ?? `use ${call.name || 'a tool'}`}`,
      300,
    ),
    action: text,
    ...(folder !== undefined && { folder }),
    ...(warning !== '' && { warning }),
    ...rest,
  }
}

const READS = /^(?:read|read_file|view)$/i

/** What the call reads, if it names one file. goose calls each of its tools "other". */
function readOf({ call, root }: PermissionFacts): string | null {
  const isRead = kindOf(call) === 'read' || (kindOf(call) === 'other' && READS.test(call.name))
  const [path, ...others] = namedPaths({ ...call, kind: 'read' })
  return isRead && path !== undefined && others.length === 0 ? `read ${shownPath(root, path)}` : null
}

/** A tool that neither changes files nor runs a command: its title, and all it is given. */
function toolAction({ title, input }: AgentCall): string {
  const given = Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2)
  return `${title}\n\n${given}`.trim()
}

function editAction({ agent, root, call, proposals, imageOf }: PermissionFacts, remembers: string) {
  const budget = newDiffBudget()
  const notes: string[] = []
  let diff = ''
  for (const proposal of proposals) {
    if (!proposal.known) {
      notes.push(`Parley cannot show the change to ${proposal.file}: ${proposal.why}.`)
      continue
    }
    const change = changeOf(proposal.file, imageOf(proposal.file), proposal.after, budget)
    diff += change?.diff ?? ''
    if (change?.words) notes.push(change.words)
  }
  const outside = outsidePaths(call, root)
  // First: the warning may be cut.
  if (outside.length > 0) notes.unshift(`Outside the open folder: ${outside.join(', ')}.`)
  if (proposals.length === 0 && outside.length === 0)
    notes.push(`${agent} does not show what it will change.`)
  if (namesTooMany({ ...call, kind: kindOf(call) }))
    notes.unshift('It names more files than are listed here.')
  if (remembers !== '') notes.push(remembers)
  const files = [...proposals.map(({ file }) => file), ...outside]
  const verb = { delete: 'delete', move: 'move' }[kindOf(call) as string] ?? 'change'
  const what = files.length === 0 ? 'files' : files.length === 1 ? files[0]! : `${files.length} files`
  return {
    kind: 'edit' as const,
    title: truncate(`${agent} wants to ${verb} ${what}`, 300),
    // Not cut: nobody can approve files whose names they cannot read.
    action: files.length > 0 ? files.join('\n') : call.title || 'Files that it does not name',
    ...(diff !== '' && { diff }),
    ...(notes.length > 0 && { warning: truncate(notes.join(' '), 2000) }),
  }
}

const outsidePaths = (call: AgentCall, root: string): string[] =>
  namedPaths({ ...call, kind: kindOf(call) })
    .filter((path) => fileInside(root, path) === null)
    .map((path) => shownPath(root, path))

const OWN_TOOLS = '(?:show|point|ask)'
const isBare = new RegExp(`^${OWN_TOOLS}$`)

/**
 * Whether the call is for one of Parley's own tools, which neither change nor run anything. `server` cannot be guessed, so
 * that no other server passes for Parley's. Each agent names tools in its own way.
 */
export function isOwnTool(call: AgentCall, server: string): boolean {
  const { name, title } = call
  // What its arguments say counts too: a command stays one, whatever its title is.
  if (kindOf(call) === 'execute' || changesFiles(call)) return false
  const form = new RegExp(
    `^(?:Tool: )?(?:mcp__)?${server}(?:__|_|: ?|\\.|/| )${OWN_TOOLS}$|^${OWN_TOOLS} \\(${server} MCP Server\\)(?::|$)`,
  )
  // A title may be the model's words; it counts only for an agent that tells no more of the tool's name.
  return form.test(name) || ((name === '' || isBare.test(name)) && form.test(title))
}

export interface RuleForm {
  /** The same for every permission that the rule covers. */
  key: string
  label: string
  means: string
}

/** The rule that an "always" would make; null for what has to be asked each time. */
export function ruleFor({ call, root }: Pick<PermissionFacts, 'call' | 'root'>): RuleForm | null {
  const kind = kindOf(call)
  if (changesFiles(call)) {
    // What is outside the folder, or not named, is asked each time.
    const paths = namedPaths({ ...call, kind })
    if (paths.length === 0 || outsidePaths(call, root).length > 0) return null
    if (namesTooMany({ ...call, kind })) return null
    const verb = kind === 'delete' ? 'Deleting' : kind === 'move' ? 'Moving' : 'Editing'
    return {
      key: verb,
      label: `${verb} files of this folder`,
      means: `Always allow ${verb.toLowerCase()} files of this folder in this conversation`,
    }
  }
  if (kind === 'execute') {
    const command = commandOf(call)
    if (command.trim() === '' || command.length > 2000) return null
    // The same command does something else in another folder.
    const asked = folderIn(call) ?? root
    const folder = asked === root ? null : shownPath(root, asked)
    return {
      key: JSON.stringify(['run', command, folder]),
      label: truncate(`Running ${command}${folder === null ? '' : ` in ${folder}`}`, 200),
      means: 'Always allow this exact command in this conversation',
    }
  }
  const tool = call.name || call.title
  if (tool === '') return null
  const means = `Always allow “${truncate(tool, 120)}” in this conversation`
  return { key: `use ${tool}`, label: truncate(`Using ${tool}`, 200), means }
}

export type Rule = BrainRule & { key: string }

/** The answer to the agent. Options are matched by kind: their ids and names differ from agent to agent. */
export function answerFor(
  options: readonly PermissionOption[],
  decision: ApprovalDecision,
): RequestPermissionResponse {
  const chosen = ((): PermissionOption | undefined => {
    const choice = /^choice:(\d)$/.exec(decision)?.[1]
    if (choice !== undefined) return choicesIn(options)[Number(choice) - 1]
    const kinds = decision === 'deny' ? ['reject_once', 'reject_always'] : ['allow_once', 'allow_always']
    return kinds.map((kind) => options.find((option) => option.kind === kind)).find(Boolean)
  })()
  return chosen ? { outcome: { outcome: 'selected', optionId: chosen.optionId } } : cancelled
}

export const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }
