// Builds the conversation about one folder: its workspace, its brain, its agent and its journal.
import { randomUUID } from 'node:crypto'
import { mayNeedRepair, repairJournal } from '../../core/conversation/repair-journal.ts'
import type { Brain } from '../../core/ports/brain.ts'
import type { Journal } from '../../core/ports/journal.ts'
import type { Reviewer } from '../../core/ports/reviewer.ts'
import type { Room } from '../../core/ports/room.ts'
import type { Workspace } from '../../core/ports/workspace.ts'
import { createToolbox } from '../../core/tools/toolbox.ts'
import type { BrainView } from '../../shared/brain-status.ts'
import type { AgentState, ConversationEvent, RecordedEvent } from '../../shared/conversation.ts'
import type { Settings } from '../../shared/settings.ts'
import { AGENT_STATE } from '../../shared/wire/transcription.ts'
import { createReviewer } from '../brains/reviewing/reviewer.ts'
import { createReviewingBrain } from '../brains/reviewing/reviewing-brain.ts'
import { createAgent, type Agent } from '../agent/agent.ts'
import { createVocabulary, type Vocabulary } from '../agent/vocabulary.ts'
import type { ConnectedBrain } from '../brains/brain-definition.ts'
import { openJournal } from '../journal/disk-journal.ts'
import type { OpenSpeech } from '../speech/open-speech.ts'
import type { ActivityTracker } from './activity-tracker.ts'
import type { Brains } from './brains.ts'
import { systemClock } from './clock.ts'
import { conversationId, journalPath } from './conversation-id.ts'
import type { Log } from './log.ts'

export interface ConversationDeps {
  profile: string
  settings(): Settings
  room: Room
  brains: Brains
  speech: OpenSpeech
  activity: ActivityTracker
  isTrusted(folder: string): boolean
  /** Lets another brain answer, and for coding agents which one. The conversation is built again with it. */
  useBrain(brain: string, agent: string | null): Promise<void>
  onBrain(view: BrainView): void
  log: Log
}

export interface Conversation {
  /** The same for the same folder, until the user starts a new conversation. */
  id: string
  workspace: Workspace
  /** Connects the brain again. */
  retryBrain(): void
  brainView(): BrainView
  /** What the brain can say about a problem, without secrets. */
  brainDiagnostics(): string
  /** Chooses another mode, model or other option of the brain. */
  setBrainOption(option: string, value: string): Promise<void>
  /** Takes back an "always" of this conversation. */
  revokeBrainRule(rule: string): void
  signInToBrain(method: string): Promise<void>
  /** Builds another brain of the same kind, for a guest's conversation. */
  createGuestBrain(conversation: string): Brain
  agent: Agent
  vocabulary: Vocabulary
  /** The title of the brain in the settings, if it needs a trusted folder and the fallback answers instead. */
  replacedBrain: string | null
  close(): Promise<void>
}

/** The agent's attributes while there is no conversation. */
export const NOT_READY = { [AGENT_STATE]: 'initializing' } satisfies Record<string, AgentState>

export async function createConversation(
  workspace: Workspace,
  deps: ConversationDeps,
): Promise<Conversation> {
  const { settings, brains, speech, activity, log } = deps
  const id = conversationId(deps.profile, workspace.root)
  const journal = openJournal(journalPath(deps.profile, id))
  await endUnfinishedTurns(journal)
  const isTrusted = (): boolean => deps.isTrusted(workspace.root)
  const tools = createToolbox(workspace, isTrusted, (error) =>
    log('warn', 'diff of an edit', { pii: { error: String(error) } }),
  )
  const chosen = brains.chosen()
  const isReplaced = chosen.definition.needsTrust && !isTrusted()
  const { definition, create } = isReplaced ? brains.fallback : chosen
  const replacedBrain = isReplaced ? chosen.definition.title : null
  const createBrain = (conversation: string): ConnectedBrain =>
    create({
      folder: workspace.root,
      folderName: workspace.name,
      conversation,
      tools,
      ...(replacedBrain !== null && { preface: prefaceFor(replacedBrain) }),
    })
  const isBuiltin = definition.id === brains.fallback.definition.id
  const createSide = (conversation: string): ConnectedBrain | null =>
    isBuiltin
      ? null
      : brains.fallback.create({
          folder: workspace.root,
          folderName: workspace.name,
          conversation,
          tools,
        })
  const createReviewed = (
    conversation: string,
    record?: (event: ConversationEvent) => void,
  ): { brain: ConnectedBrain; reviewer: Reviewer } => {
    const reviewer = createReviewer({ tools, newId: randomUUID, canReason: !isBuiltin })
    const reviewing = {
      builtin: createSide(conversation),
      reviewer,
      newId: randomUUID,
      ...(record && { record }),
    }
    return { reviewer, brain: createReviewingBrain(createBrain(conversation), reviewing) }
  }
  const { brain, reviewer } = createReviewed(id)
  // What only reads is answered at once, while another brain works.
  const side = createSide(id)
  const brainView = (): BrainView => ({
    ...brain.status(),
    id: definition.id,
    explanation: definition.explanation,
  })
  brain.onStatus(({ state, fault }) => {
    log('info', 'brain', { state, code: fault?.code })
    deps.onBrain(brainView())
  })
  const vocabulary = createVocabulary(workspace, systemClock, (error) =>
    log('warn', 'vocabulary', { pii: { error: String(error) } }),
  )
  const agent = createAgent({
    conversation: { id, brain, ...(side && { side }), reviewer, journal, tools, workspace },
    room: deps.room,
    clock: systemClock,
    newId: randomUUID,
    dialect: settings().gangliaDialect,
    whenBusy: () => settings().whenBusy,
    agents: { known: brains.agents, use: deps.useBrain },
    speech: { ...speech, names: vocabulary.index },
    onError: (what, error) => log('error', what, { pii: { error: String(error) } }),
  })
  startIndex(workspace, log)
  return {
    id,
    workspace,
    retryBrain: () => brain.retry?.(),
    brainView,
    brainDiagnostics: () => brain.diagnostics?.() ?? '',
    setBrainOption: async (option, value) => brain.setOption?.(option, value),
    revokeBrainRule: (rule) => brain.revokeRule?.(rule),
    signInToBrain: async (method) => brain.signIn?.(method),
    createGuestBrain: (conversation) =>
      activity.watchBrain(createReviewed(conversation, agent.noteDecision).brain),
    agent,
    vocabulary,
    replacedBrain,
    async close() {
      vocabulary.close()
      await agent.close()
      deps.room.setAttributes(NOT_READY)
      await side?.close()
      await brain.close()
      await workspace.close()
    },
  }
}

/** Spoken before the first reply, for users who do not look at the window. */
const prefaceFor = (replaced: string): string =>
  `This folder is restricted, so the built-in agent answers instead of ${replaced}. `

/** Starts the index and logs its first result. */
function startIndex(workspace: Workspace, log: Log): void {
  const unsubscribe = workspace.onIndexState((state) => {
    if (state.tag === 'indexing' || state.tag === 'idle') return
    unsubscribe()
    if (state.tag === 'ready') {
      const { files, symbols, durationMs, watchProblem } = state
      log('info', 'index ready', { files, symbols, durationMs, watched: watchProblem === null })
    } else log('warn', 'index failed', { code: state.fault.code, pii: { message: state.fault.message } })
  })
  workspace.startIndex()
}

/** Earlier turns were ended when they were the newest. */
const MAX_UNFINISHED_TURNS = 8
const MAX_UNFINISHED_EVENTS = 100_000

/** A journal that stops in the middle of a turn was cut off by a crash. The missing last events are added. */
async function endUnfinishedTurns(journal: Journal): Promise<void> {
  // Another Parley may be working on the unfinished turn right now.
  if (journal.isShared()) return
  const newestFirst: RecordedEvent[] = []
  let turns = 0
  for await (const stored of (await journal.read({ only: mayNeedRepair }))?.events ?? []) {
    const event = await stored.read()
    if (event) newestFirst.push(event)
    if (stored.type === 'turn.started') turns++
    if (turns >= MAX_UNFINISHED_TURNS || newestFirst.length >= MAX_UNFINISHED_EVENTS) break
  }
  for (const event of repairJournal(newestFirst.toReversed()))
    journal.append({ id: randomUUID(), at: systemClock.now(), event })
}
