// A guest's conversation: (state, input) → (state, events, requests). It is simpler than the desktop's: one turn at a time,
// and a question of the brain is asked in words, since a phone has no buttons for it. A late event of an old run is dropped
// here.
import type { Artifact } from '../../shared/artifacts.ts'
import type { Approval, ApprovalDecision } from '../../shared/conversation.ts'
import { approvalAnswer } from '../approval-words.ts'
import type { ToolEvent } from '../conversation-state.ts'
import type { BrainEvent } from '../ports.ts'
import type { GuestEvent } from '../ports/guests.ts'
import { approvalQuestion, tooLongToAsk } from './approval-question.ts'

interface Run {
  runId: string
  /** The guest's turn it answers; a run goes on in another once a question of it is answered. */
  turnId: string
  reply: string
  /** Questions that nobody has answered. While there are any, the guest's turn is over and the run waits. */
  questions: readonly Approval[]
  /** The one of them that the guest was told of. An answer is an answer to this one alone. */
  put: string | null
  /** How many of its tools are running. */
  tools: number
}

export interface GuestTurns {
  run: Run | null
}

export const noTurns: GuestTurns = { run: null }

export type GuestInput =
  { type: 'ask'; turnId: string; text: string } | { type: 'interrupt' } | { type: 'brain'; event: BrainEvent }

export type GuestRequest =
  | { type: 'brain.ask'; runId: string; text: string }
  | { type: 'brain.abort'; runId: string }
  | { type: 'brain.answer'; approvalId: string; decision: ApprovalDecision }
  | { type: 'tool.intercept'; event: ToolEvent }

export interface GuestStep {
  state: GuestTurns
  events: GuestEvent[]
  requests: GuestRequest[]
  /** For the desktop alone: the guest's turn is over. */
  aside: { turnId: string; artifact: Artifact }[]
}

/** The turn the guest is waiting for; null when it is their turn. */
export const openTurn = ({ run }: GuestTurns): string | null =>
  run && run.questions.length === 0 ? run.turnId : null

const step = (
  state: GuestTurns,
  events: GuestEvent[] = [],
  requests: GuestRequest[] = [],
  aside: GuestStep['aside'] = [],
): GuestStep => ({ state, events, requests, aside })

export function guestTurn(state: GuestTurns, input: GuestInput): GuestStep {
  switch (input.type) {
    case 'ask':
      return ask(state, input.turnId, input.text)
    case 'interrupt':
      return stop(state)
    case 'brain':
      return brain(state, input.event)
  }
}

function ask(state: GuestTurns, turnId: string, text: string): GuestStep {
  const { run } = state
  const question = run?.questions.at(-1)
  const decision = question && approvalAnswer(text)
  if (run && question && decision) {
    if (question.id === run.put) return answer(run, turnId, question, decision)
    // What they were asked was settled elsewhere meanwhile: a yes to that is none to this.
    const put = putQuestion({ ...run, turnId, reply: '' })
    return step(put.state, [...begun(run, turnId), ...put.events], put.requests)
  }
  const stopped = stop(state)
  return step(
    { run: { runId: turnId, turnId, reply: '', questions: [], put: null, tools: 0 } },
    [...stopped.events, { type: 'turn.started', turnId }],
    [...stopped.requests, { type: 'brain.ask', runId: turnId, text }],
  )
}

function answer(run: Run, turnId: string, question: Approval, said: ApprovalDecision): GuestStep {
  // An "always" that is not on offer is at least a yes.
  const decision =
    question.decisions && !question.decisions.includes(said) && said === 'always' ? 'allow' : said
  const questions = run.questions.filter((one) => one !== question)
  const request: GuestRequest = { type: 'brain.answer', approvalId: question.id, decision }
  const put = putQuestion({ ...run, turnId, reply: '', questions })
  return step(put.state, [...begun(run, turnId), ...put.events], [request, ...put.requests])
}

/** The run goes on in another turn. What asked for leave may be running already, and works as soon as it has it. */
const begun = ({ tools }: Run, turnId: string): GuestEvent[] => [
  { type: 'turn.started', turnId },
  ...(tools > 0 ? [{ type: 'tools.changed', turnId, running: tools } as const] : []),
]

/** Asks the next question in words, and lets the guest have the next one. Where there is none, the run goes on. */
function putQuestion(run: Run): GuestStep {
  const approval = run.questions.at(-1)
  if (!approval) return step({ run: { ...run, put: null } })
  const { turnId } = run
  const question = approvalQuestion(approval)
  if (question === null) return deny(run, approval)
  const delta = apart(run.reply) + question
  const reply = run.reply + delta
  return step({ run: { ...run, reply, put: approval.id } }, [
    ...wouldChange(run, approval),
    { type: 'reply.appended', turnId, delta },
    { type: 'turn.ended', turnId, outcome: 'completed', reply },
  ])
}

/** Nobody can allow what they cannot be told. The guest hears that, and the run goes on without. */
function deny(run: Run, approval: Approval): GuestStep {
  const delta = `${apart(run.reply)}${tooLongToAsk(approval)}\n\n`
  const questions = run.questions.filter((one) => one !== approval)
  const put = putQuestion({ ...run, reply: run.reply + delta, questions })
  return step(
    put.state,
    [{ type: 'reply.appended', turnId: run.turnId, delta }, ...put.events],
    [{ type: 'brain.answer', approvalId: approval.id, decision: 'deny' }, ...put.requests],
  )
}

/** What comes between a reply and the next paragraph of it. */
const apart = (reply: string): string => (reply === '' || reply.endsWith('\n\n') ? '' : '\n\n')

/** What it asks leave for can be looked at, where there is something to see. */
function wouldChange({ runId, turnId }: Run, { id, title, diff }: Approval): GuestEvent[] {
  if (diff === undefined) return []
  const artifact: Artifact = { kind: 'diff', id: `${runId}:${id}`.slice(0, 128), title, file: '', diff }
  return [{ type: 'artifact.created', turnId, artifact }]
}

function stop(state: GuestTurns): GuestStep {
  const { run } = state
  if (!run) return step(state)
  const told = openTurn(state) !== null
  return step(
    noTurns,
    told ? [{ type: 'turn.ended', turnId: run.turnId, outcome: 'interrupted', reply: run.reply }] : [],
    [{ type: 'brain.abort', runId: run.runId }],
  )
}

function brain(state: GuestTurns, event: BrainEvent): GuestStep {
  const { run } = state
  if (!run || run.runId !== event.runId) return step(state)
  const waits = run.questions.length > 0
  const { turnId } = run
  const append = (delta: string): GuestStep =>
    delta === '' || waits
      ? step(state)
      : step({ run: { ...run, reply: run.reply + delta } }, [{ type: 'reply.appended', turnId, delta }])
  switch (event.type) {
    case 'text.appended':
      return append(event.delta)
    case 'text.replaced':
      // What was sent cannot be taken back on these wires: what is new is added, or the whole is said again.
      if (event.text.startsWith(run.reply)) return append(event.text.slice(run.reply.length))
      return append(`\n\n${event.text}`)
    case 'status.told':
      return step(state, [], [{ type: 'tool.intercept', event }])
    case 'tool.started':
    case 'tool.ended': {
      const tools = Math.max(0, run.tools + (event.type === 'tool.started' ? 1 : -1))
      return step(
        { run: { ...run, tools } },
        waits ? [] : [{ type: 'tools.changed', turnId, running: tools }],
        [{ type: 'tool.intercept', event }],
      )
    }
    case 'approval.requested':
      if (waits) return step({ run: { ...run, questions: [event.approval, ...run.questions] } })
      return putQuestion({ ...run, questions: [event.approval] })
    case 'approval.settled':
      return settled(run, event.approvalId)
    case 'artifact.made':
      return waits
        ? step(state, [], [], [{ turnId, artifact: event.artifact }])
        : step(state, [{ type: 'artifact.created', turnId, artifact: event.artifact }])
    case 'run.ended':
      if (waits) return step(noTurns)
      return step(noTurns, [
        {
          type: 'turn.ended',
          turnId,
          outcome: event.outcome === 'completed' ? 'completed' : 'interrupted',
          reply: run.reply,
        },
      ])
    case 'run.failed':
      if (waits) return step(noTurns)
      return step(noTurns, [{ type: 'turn.failed', turnId, fault: event.fault, reply: run.reply }])
    // Only a window has tabs; nothing is steered or adopted here; what goes on after a stop is the desktop's to show.
    case 'view.requested':
    case 'steer.refused':
    case 'run.adopted':
    case 'abort.refused':
      return step(state)
  }
}

/** Answered elsewhere, or too late: whatever the run does now, nobody is waiting for it any more, and it is stopped. */
function settled(run: Run, approvalId: string): GuestStep {
  const questions = run.questions.filter(({ id }) => id !== approvalId)
  const put = run.put === approvalId ? null : run.put
  if (questions.length === run.questions.length || questions.length > 0)
    return step({ run: { ...run, questions, put } })
  return step(noTurns, [], [{ type: 'brain.abort', runId: run.runId }])
}
