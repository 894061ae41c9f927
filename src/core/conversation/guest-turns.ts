// The state machine of a guest's conversation: (state, input) → (state, events, requests), with one turn at a time. The
// desktop shows the approvals that the brain needs, while the guest's turn waits. A guest that may approve is asked in
// text as well, which ends its turn, since a phone has no buttons for it; the first answer counts.
import {
  answerByText,
  answeredOnDesktop,
  goOn,
  requestApproval,
  settledByBrain,
  waitOn,
} from './approvals/guest-approvals.ts'
import { readAnswer } from './approvals/read-answer.ts'
import type { BrainEvent } from '../ports/brain.ts'
import {
  isTurnOver,
  lapseOnDesktop,
  noTurns,
  openTurn,
  step,
  type Approvers,
  type GuestInput,
  type GuestStep,
  type GuestTurns,
  type Run,
} from './guest-turn-state.ts'

export function guestTurn(state: GuestTurns, input: GuestInput, approvers: Approvers): GuestStep {
  switch (input.type) {
    case 'ask':
      return ask(state, input.turnId, input.text, approvers)
    case 'interrupt':
      return stop(state)
    case 'brain':
      return brain(state, input.event, approvers)
    case 'desktop.answered':
      return answeredOnDesktop(state, input.approvalId, input.decision)
  }
}

function ask(state: GuestTurns, turnId: string, text: string, approvers: Approvers): GuestStep {
  const { run } = state
  const late = run?.unattended ? run.answeredElsewhere : null
  const meant = run?.questions.at(-1) ?? late ?? run?.onDesktop[0]
  const said = meant && readAnswer(meant, text)
  if (run && said) {
    const question = run.questions.at(-1)
    if (question && approvers.guest) return answerByText(run, turnId, question, said)
    // The desktop answered first: the run goes on in this turn, with what it has said meanwhile.
    if (run.unattended) return goOn({ ...run, unattended: false, answeredElsewhere: null }, turnId, run.reply)
    const [waiting] = run.onDesktop
    if (waiting) return waitOn(run, turnId, waiting)
  }
  const stopped = stop(state)
  const fresh = {
    reply: '',
    text: '',
    questions: [],
    asked: null,
    onDesktop: [],
    unattended: false,
    answeredElsewhere: null,
    tools: 0,
  }
  return step(
    { run: { runId: turnId, turnId, ...fresh } },
    [...stopped.events, { type: 'turn.started', turnId }],
    [...stopped.requests, { type: 'brain.ask', runId: turnId, text }],
  )
}

function stop(state: GuestTurns): GuestStep {
  const { run } = state
  if (!run) return step(state)
  const isOpen = openTurn(state) !== null
  return step(
    noTurns,
    isOpen ? [{ type: 'turn.ended', turnId: run.turnId, outcome: 'interrupted', reply: run.reply }] : [],
    [{ type: 'brain.abort', runId: run.runId }, ...lapseOnDesktop(run)],
  )
}

/** Adds the brain's text to the reply, unless the guest is being asked something. */
function append(run: Run, delta: string, text: string): GuestStep {
  const { turnId, questions, unattended } = run
  if (delta === '' || questions.length > 0) return step({ run: { ...run, text } })
  const next = { run: { ...run, text, reply: run.reply + delta } }
  return step(next, unattended ? [] : [{ type: 'reply.appended', turnId, delta }])
}

function brain(state: GuestTurns, event: BrainEvent, approvers: Approvers): GuestStep {
  const { run } = state
  // Late events of old runs are dropped here.
  if (!run || run.runId !== event.runId) return step(state)
  const isOver = isTurnOver(run)
  const { turnId, text } = run
  switch (event.type) {
    case 'text.appended':
      return append(run, event.delta, text + event.delta)
    case 'text.replaced':
      // These wires cannot replace text: the new part is added, or the whole is sent again.
      if (event.text.startsWith(text)) return append(run, event.text.slice(text.length), event.text)
      return append(run, `\n\n${event.text}`, event.text)
    case 'notice.told':
      // These wires have no place for remarks, but a warning must not be missed.
      return event.isWarning ? append(run, `\n\n${event.text}\n\n`, text) : step(state)
    case 'thought.appended':
      // Nobody hears thoughts, but they prove that the brain is alive, and a wire must not give up on it.
      return step(state, isOver ? [] : [{ type: 'tools.changed', turnId, running: run.tools }])
    case 'lines.pointed':
      return step(state)
    case 'status.told':
      return step(state, [], [{ type: 'tool.intercept', event }])
    case 'tool.started':
    case 'tool.ended': {
      const tools = Math.max(0, run.tools + (event.type === 'tool.started' ? 1 : -1))
      return step(
        { run: { ...run, tools } },
        isOver ? [] : [{ type: 'tools.changed', turnId, running: tools }],
        [{ type: 'tool.intercept', event }],
      )
    }
    case 'approval.requested':
      if (run.onDesktop.some(({ id }) => id === event.approval.id)) return step(state)
      return requestApproval(run, event.approval, approvers)
    case 'approval.settled':
      return settledByBrain(run, event.approvalId, event.decision)
    case 'artifact.made':
      return isOver
        ? step(state, [], [], [{ turnId, artifact: event.artifact }])
        : step(state, [{ type: 'artifact.created', turnId, artifact: event.artifact }])
    case 'run.ended': {
      const outcome = event.outcome === 'completed' ? 'completed' : 'interrupted'
      return step(
        noTurns,
        isOver ? [] : [{ type: 'turn.ended', turnId, outcome, reply: run.reply }],
        lapseOnDesktop(run),
      )
    }
    case 'run.failed': {
      const { fault } = event
      return step(
        noTurns,
        isOver ? [] : [{ type: 'turn.failed', turnId, fault, reply: run.reply }],
        lapseOnDesktop(run),
      )
    }
    // Guests have no tabs, and their runs are neither steered nor adopted.
    case 'view.requested':
    case 'steer.refused':
    case 'run.adopted':
    case 'abort.refused':
      return step(state)
  }
}
