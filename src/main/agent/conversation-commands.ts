// Carries out the commands of participants in a conversation.
import { BoundedMap } from '../../base/bounded.ts'
import { artifactId } from '../../core/artifacts/artifact-id.ts'
import type { ToolInterceptor } from '../../core/artifacts/tool-interceptor.ts'
import type { AnswerSource } from '../../core/conversation/approvals/judge-answer.ts'
import type { Route } from '../../core/conversation/route-request.ts'
import { meantView, type Meant } from '../../core/pointing/meant-view.ts'
import type { RequestView } from '../../core/ports/brain.ts'
import { readTool } from '../../core/tools/read-file.ts'
import type { Result } from '../../core/tools/toolbox.ts'
import type {
  BusyPolicy,
  ConversationCommand,
  ConversationCommandOf,
  ViewContext,
} from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'
import type { Conversation, ConversationMachine } from './conversation.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { Participants } from './participants.ts'

/** Requests that wait or run. */
const MAX_MEANT = 50

interface Deps {
  conversation: Pick<Conversation, 'brain' | 'tools'>
  machine: ConversationMachine
  recorder: EventRecorder
  participants: Participants
  interceptor: ToolInterceptor
  whenBusy(): BusyPolicy
  /** Shows a diff of working changes as they are now. */
  refreshDiff(artifactId: string): Promise<void>
  /** Changes files while no diff is being made again. */
  apart(change: () => Promise<void>): Promise<void>
  /** The user looks at something else now. */
  onView(view: ViewContext): void
  /** The hunk, as a patch, that a turn reverted before Parley was restarted; null if there is none. */
  revertedHunk(turnId: string): Promise<string | null>
  /** Who answers a text, and what they get. */
  route(text: string, pointed?: Meant): Route
}

export interface ConversationCommands {
  carryOut(command: ConversationCommand): void | Promise<void>
  /**
   * Passes a request to whoever answers it. Without `by`, it cannot answer an approval. `instead` corrects the last
   * request, so it goes to whoever got that.
   */
  ask(
    turnId: string,
    text: string,
    options: { meant?: 'new' | 'instead'; by?: AnswerSource; pointed?: Meant },
  ): void
  openFile(command: ConversationCommandOf<'file.open'>): Promise<void>
  /** What the user looks at. */
  view(): ViewContext | null
  /** What the words of a turn mean of it. */
  viewOf(turnId: string): RequestView | null
  /** As set, or what comes closest with this brain. */
  whenBusy(): BusyPolicy
}

export function createConversationCommands(deps: Deps): ConversationCommands {
  const { brain, tools } = deps.conversation
  const { machine, recorder, participants, interceptor } = deps
  let view: ViewContext | null = null
  /** By turn, as it was when the words were said: a request may wait for a while. */
  const meantViews = new BoundedMap<string, RequestView>(MAX_MEANT)
  /** The last request ran beside the brain's turn. */
  let wasBeside = false

  /** A brain that cannot be steered is interrupted: the message is for now, not for later. */
  function whenBusy(): BusyPolicy {
    const wanted = deps.whenBusy()
    return wanted === 'steer' && !brain.steer ? 'interrupt' : wanted
  }

  const ask: ConversationCommands['ask'] = (turnId, said, { meant = 'new', by, pointed }) => {
    const { to: answerer, text, meant: onScreen } = deps.route(said, pointed)
    if (onScreen) pointOut(turnId, onScreen)
    const isInstead = meant === 'instead'
    const to = isInstead && answerer === 'beside' && !wasBeside ? 'brain' : answerer
    wasBeside = to === 'beside' && machine.state.phase.tag !== 'idle'
    machine.send({
      type: 'ask',
      ask: { turnId, text },
      whenBusy: isInstead ? 'interrupt' : whenBusy(),
      to,
      ...(text !== said && { said }),
      ...(by && { by }),
    })
  }

  /** The window shows for a moment what was understood. */
  function pointOut(turnId: string, meant: Meant): void {
    const seen = meantView(view, meant)
    meantViews.set(turnId, seen)
    const { line, endLine } = meant.target
    if (seen.file !== undefined)
      recorder.record({ type: 'lines.pointed', turnId, file: seen.file, line, endLine, said: true })
  }

  /** Shows a file without a turn, on the same path as a tool call. */
  async function openFile({ turnId, file, line }: ConversationCommandOf<'file.open'>): Promise<void> {
    const args = { path: file, line }
    interceptor.started(turnId, { callId: 'open', name: readTool.name, args })
    const { artifact } = await tools.run(readTool, args, { id: artifactId(turnId, 'open') })
    interceptor.ended(turnId, artifact)
  }

  /** The caller gets the outcome: its window marks the hunk, or says why it could not be reverted. */
  async function revertHunk({ turnId, patch, of }: ConversationCommandOf<'hunk.revert'>): Promise<void> {
    const restored = (): void => recorder.record({ type: 'hunk.restored', turnId })
    failUnlessOk(await tools.revertHunk({ patch, turnId, onUndone: restored }))
    if (!of) return
    recorder.record({
      type: 'hunks.decided',
      turnId,
      artifactId: of.artifactId,
      hunks: [of.hunk],
      decision: 'reverted',
    })
  }

  async function restoreHunk({ turnId }: ConversationCommandOf<'hunk.restore'>): Promise<void> {
    failUnlessOk(await tools.restoreHunk(turnId, () => deps.revertedHunk(turnId)))
    recorder.record({ type: 'hunk.restored', turnId })
  }

  function carryOut(command: ConversationCommand): void | Promise<void> {
    switch (command.type) {
      case 'turn.ask':
        return ask(command.turnId, command.text, {
          by: { ...participants.sourceOf(command.turnId), saying: '' },
        })
      case 'turn.interrupt':
        return machine.send({ type: 'interrupt' })
      case 'file.open':
        return openFile(command)
      case 'approval.answer':
        return machine.send({
          type: 'answer',
          approvalId: command.approvalId,
          decision: command.decision,
        })
      case 'view.report':
        view = command.view
        return deps.onView(view)
      case 'hunk.revert':
        return deps.apart(() => revertHunk(command))
      case 'hunk.restore':
        return deps.apart(() => restoreHunk(command))
      case 'diff.refresh':
        return deps.refreshDiff(command.artifactId)
      case 'hunks.decide':
        return recorder.record({ ...command, type: 'hunks.decided' })
      case 'hunk.comment':
        return recorder.record({ ...command, type: 'hunk.commented' })
    }
  }

  const viewOf = (turnId: string): RequestView | null => {
    const { screen: _, ...seen } = view ?? {}
    return meantViews.get(turnId) ?? (view && seen)
  }
  return { carryOut, ask, openFile, view: () => view, viewOf, whenBusy }
}

function failUnlessOk(outcome: Result<unknown>): void {
  if (outcome.ok) return
  const { code = 'internal', message = outcome.message, remedy = 'Try again.' } = outcome.fault ?? {}
  throw new FaultError(code, message, remedy)
}
