// One run: (run, update of the agent) → (run, brain events, requests to the adapter). Text costs nothing that grows with the
// reply: only what is new is handled.
import type {
  CompactionUpdate,
  ContentChunk,
  Notice,
  Plan,
  SessionUpdate,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk'
import { truncate } from '../../../base/truncate.ts'
import type { Artifact, ArtifactOf } from '../../../shared/artifacts.ts'
import { artifactId } from '../../artifacts/artifact-id.ts'
import { searchCommand } from '../../artifacts/search-command.ts'
import type { BrainEvent } from '../../ports/brain.ts'
import { plainOutput } from '../../understanding/replies/plain-output.ts'
import { blockArtifact, textIn } from './content-text.ts'
import { fileInside, namedPaths } from './file-names.ts'
import {
  type AgentCall,
  commandOf,
  isInformative,
  kindOf,
  newCall,
  toldCall,
  updatedCall,
} from './tool-call.ts'

export interface Run {
  readonly runId: string
  /** The open folder. */
  readonly root: string
  /** Who answers, such as "Claude Code". */
  readonly agent: string
  /** The id of the message that text was last added to. */
  readonly messageId: string | null
  /** What has to come before more text: nothing yet, the same paragraph, or a new one. */
  readonly joint: 'none' | 'same' | 'paragraph'
  /** Whether the reply ends in a line break. */
  readonly isBroken: boolean
  readonly textLeft: number
  readonly thoughtLeft: number
  /** Calls that have not ended. */
  readonly calls: ReadonlyMap<string, AgentCall>
  /** Ended calls. Each is reported once. */
  readonly done: ReadonlySet<string>
  /** The plan as it was last shown. */
  readonly plan: string
  /** How many parts of the reply were not text. */
  readonly parts: number
}

/** What only the adapter can do. */
export type RunRequest =
  /** The call is about these files: keep how they are now. */
  | { type: 'files.keep'; call: AgentCall; files: readonly string[] }
  /** The call is over: look at its files, then report it. */
  | { type: 'call.end'; call: AgentCall }
  /** There is more output of a running command. */
  | { type: 'output.show'; call: AgentCall }
  /** The plan is different now. */
  | { type: 'plan.show'; artifact: Artifact }

export interface RunStep {
  run: Run
  events: readonly BrainEvent[]
  requests: readonly RunRequest[]
}

/** Longer than any reply that is read. */
const MAX_TEXT = 2_000_000
const MAX_THOUGHT = 200_000
const MAX_CALLS = 300
/** An id is kept and passed on for each call. */
const MAX_ID = 500
const MAX_DONE = 2_000
const MAX_PARTS = 50
const MAX_OUTPUT = 64_000

const NOTHING: readonly never[] = []

export const newRun = (runId: string, root: string, agent: string): Run => ({
  runId,
  root,
  agent,
  messageId: null,
  joint: 'none',
  isBroken: false,
  textLeft: MAX_TEXT,
  thoughtLeft: MAX_THOUGHT,
  calls: new Map(),
  done: new Set(),
  plan: '',
  parts: 0,
})

export function followRun(run: Run, update: SessionUpdate): RunStep {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return message(run, update)
    case 'agent_thought_chunk':
      return thought(run, update)
    case 'tool_call':
    case 'tool_call_update':
      return called(run, update)
    case 'plan':
      return planned(run, update)
    case 'notice':
      return told(run, noticeText(update), update.severity !== 'info')
    case 'compaction_update':
      return compacted(run, update)
    case 'user_message_chunk':
    case 'compaction_summary_chunk':
    case 'available_commands_update':
    case 'current_mode_update':
    case 'config_option_update':
    case 'session_info_update':
    case 'usage_update':
    default:
      // The rest is about the session, or a replay, or of a later version of the protocol.
      return { run, events: NOTHING, requests: NOTHING }
  }
}

/** A permission names its call, which the agent may not have announced before. */
export const askedFor = (run: Run, call: ToolCallUpdate): RunStep =>
  // Its status says "pending" even where the call has begun.
  called(run, { ...call, ...(call.kind === 'execute' && withoutWords(call)), status: null }, true)

/** The words beside a command that has not run yet describe it; they are not its output. */
const withoutWords = ({ content }: ToolCallUpdate): Pick<ToolCallUpdate, 'content'> => ({
  content: content?.filter(({ type }) => type !== 'content') ?? null,
})

function message(run: Run, { content, messageId = null }: ContentChunk): RunStep {
  const { runId } = run
  if (content.type !== 'text') {
    const artifact = blockArtifact(content, artifactId(runId, `part-${run.parts}`))
    if (artifact === null || run.parts >= MAX_PARTS) return { run, events: NOTHING, requests: NOTHING }
    return {
      run: { ...run, parts: run.parts + 1 },
      events: [{ type: 'artifact.made', runId, artifact }],
      requests: NOTHING,
    }
  }
  const { text } = content
  if (text === '') return { run, events: NOTHING, requests: NOTHING }
  // Codex warns in the reply itself, where it would be spoken.
  if (messageId === null && /^Warning: \S.*\n\n$/.test(text)) return told(run, text.trim(), false)
  if (run.textLeft <= 0) return { run, events: NOTHING, requests: NOTHING }
  const isNew = run.joint === 'paragraph' || (run.joint === 'same' && messageId !== run.messageId)
  const joint = !isNew ? '' : run.isBroken ? '\n' : '\n\n'
  const isTooLong = text.length > run.textLeft
  const piece = isTooLong ? truncate(text, Math.max(1, run.textLeft)) : text
  const events: BrainEvent[] = [{ type: 'text.appended', runId, delta: joint === '' ? piece : joint + piece }]
  if (isTooLong)
    events.push({
      type: 'notice.told',
      runId,
      text: `The reply of ${run.agent} is too long to show in full.`,
    })
  return {
    run: {
      ...run,
      messageId,
      joint: 'same',
      isBroken: text.endsWith('\n'),
      textLeft: run.textLeft - text.length,
    },
    events,
    requests: NOTHING,
  }
}

function thought(run: Run, { content }: ContentChunk): RunStep {
  if (content.type !== 'text' || content.text === '' || run.thoughtLeft <= 0)
    return { run, events: NOTHING, requests: NOTHING }
  const delta = truncate(content.text, run.thoughtLeft)
  return {
    run: { ...run, thoughtLeft: run.thoughtLeft - delta.length },
    events: [{ type: 'thought.appended', runId: run.runId, delta }],
    requests: NOTHING,
  }
}

function called(run: Run, update: ToolCallUpdate, isAsked = false): RunStep {
  const { toolCallId: id } = update
  const known = run.calls.get(id)
  if (id.length > MAX_ID || run.done.has(id) || (!known && run.calls.size >= MAX_CALLS))
    return { run, events: NOTHING, requests: NOTHING }
  const call = updatedCall(known ?? newCall(id), update)
  const requests: RunRequest[] = []
  const events: BrainEvent[] = []
  const isOver = call.status === 'completed' || call.status === 'failed'
  const isNew = call.told === null && (isAsked || isInformative(call))
  const reported: AgentCall = isNew ? { ...call, told: toldCall(call, run.root) } : call
  if (isNew) events.push({ type: 'tool.started', runId: run.runId, call: reported.told! })
  if (isNew || mentionsMore(update)) {
    const files = filesOf(reported, run.root)
    if (files.length > 0) requests.push({ type: 'files.keep', call: reported, files })
  }
  if (isOver) requests.push({ type: 'call.end', call: reported })
  else if (isPrinting(reported, known)) requests.push({ type: 'output.show', call: reported })
  const calls = new Map(run.calls)
  let { done } = run
  if (isOver) {
    calls.delete(id)
    done = new Set(done).add(id)
    if (done.size > MAX_DONE) (done as Set<string>).delete(done.values().next().value!)
  } else calls.set(id, reported)
  // Text that follows a tool is another paragraph.
  const joint = run.joint === 'same' ? 'paragraph' : run.joint
  return { run: { ...run, calls, done, joint }, events, requests }
}

const mentionsMore = ({ locations, content, rawInput }: ToolCallUpdate): boolean =>
  (locations?.length ?? 0) > 0 || (content?.length ?? 0) > 0 || rawInput !== undefined

/** The files a call is about that are in the folder. */
export function filesOf(call: AgentCall, root: string): string[] {
  const kind = kindOf(call)
  // A command's place is where it runs, and a search's are its results.
  if (kind === 'execute' || kind === 'search' || kind === 'fetch') {
    return call.content.flatMap((part) => (part.type === 'diff' ? (fileInside(root, part.path) ?? []) : []))
  }
  const files = namedPaths({ ...call, kind }).flatMap((path) => fileInside(root, path) ?? [])
  return [...new Set(files)]
}

const isPrinting = (call: AgentCall, before: AgentCall | undefined): boolean =>
  kindOf(call) === 'execute' &&
  call.status === 'in_progress' &&
  (call.printed !== before?.printed || (call.content !== before?.content && call.content.length > 0))

/** The output of a running command, under the id that its result will have. */
export function liveOutput(runId: string, call: AgentCall): Artifact | null {
  const command = commandOf(call)
  // Search results are shown as such, at the end.
  if (searchCommand(command) !== null) return null
  const output = plainOutput((call.printed || textIn(call.content)).slice(-MAX_OUTPUT))
  return output.trim() === '' ? null : outputArtifact(runId, call, output)
}

export const outputArtifact = (runId: string, call: AgentCall, output: string): ArtifactOf<'code'> => ({
  kind: 'code',
  id: artifactId(runId, call.id),
  title: truncate(`$ ${commandOf(call)}`.slice(0, 1000).replace(/\s+/g, ' '), 200),
  content: output,
  language: 'plaintext',
})

function planned(run: Run, { entries }: Plan): RunStep {
  const shown = entries.slice(0, 500).map(({ content, status, priority }) => ({
    text: truncate(content, 2000),
    state: status === 'completed' || status === 'in_progress' ? status : ('pending' as const),
    ...((priority === 'high' || priority === 'medium' || priority === 'low') && { priority }),
  }))
  const plan = JSON.stringify(shown)
  if (plan === run.plan || (shown.length === 0 && run.plan === ''))
    return { run, events: NOTHING, requests: NOTHING }
  const artifact: Artifact = {
    kind: 'checklist',
    id: artifactId(run.runId, 'plan'),
    title: 'Plan',
    entries: shown,
  }
  return { run: { ...run, plan }, events: NOTHING, requests: [{ type: 'plan.show', artifact }] }
}

const noticeText = ({ title, description }: Notice): string =>
  description ? `${title}: ${description}` : title

function compacted(run: Run, { status, error }: CompactionUpdate): RunStep {
  const { runId, agent } = run
  if (status === 'completed')
    return told(run, `${agent} shortened its memory of this conversation to make room.`, false)
  if (status === 'failed')
    return told(
      run,
      `${agent} could not shorten its memory of this conversation. ${typeof error === 'string' ? error : ''}`.trim(),
      true,
    )
  if (status !== 'in_progress') return { run, events: NOTHING, requests: NOTHING }
  const detail = `${agent} shortens its memory of this conversation`
  return { run, events: [{ type: 'status.told', runId, detail }], requests: NOTHING }
}

function told(run: Run, text: string, isWarning: boolean): RunStep {
  const event: BrainEvent = { type: 'notice.told', runId: run.runId, text: truncate(text, 1000) }
  return { run, events: [isWarning ? { ...event, isWarning } : event], requests: NOTHING }
}
