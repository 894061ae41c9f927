// What Parley answers itself, at once and without a brain: how far the running turn is, and what is about the agent that
// answers: another agent, mode or model, what it costs.
import { agentCommand, chosenNumber, type AgentCommand } from '../../core/commands/agent-commands.ts'
import { agentCalled, type NamedAgent } from '../../core/commands/agent-names.ts'
import type { OptionChoice } from '../../core/commands/agent-options.ts'
import {
  ONLY_OWNER,
  optionChanged,
  optionTold,
  usageTold,
  whichChoice,
  whyNotUsed,
} from '../../core/commands/agent-replies.ts'
import type { ConversationInput } from '../../core/conversation/conversation-state.ts'
import { progressQuestion } from '../../core/conversation/progress-question.ts'
import { progressReply } from '../../core/conversation/progress-reply.ts'
import { followProgress, type Progress } from '../../core/conversation/progress.ts'
import { PARLEY } from '../../core/conversation/side-turns.ts'
import type { Brain } from '../../core/ports/brain.ts'
import type { Reviewer } from '../../core/ports/reviewer.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { ConversationEvent, ViewContext } from '../../shared/conversation.ts'
import { faultOf, type Fault } from '../../shared/errors.ts'
import type { KnownAgent } from '../../shared/ipc.ts'
import type { Participants } from './participants.ts'

/** Lets another agent answer. */
export interface AgentSwitch {
  known(): Promise<readonly KnownAgent[]>
  /** The conversation is built again with it. */
  use(brain: string, agent: string | null): Promise<void>
}

interface Deps {
  brain: Brain
  reviewer: Pick<Reviewer, 'takes' | 'carryOut'>
  view(): ViewContext | null
  clock: Clock
  participants: Pick<Participants, 'sourceOf'>
  agents?: AgentSwitch
  send(input: ConversationInput): void
  /** Another agent could not be chosen. */
  onFault(fault: Fault): void
}

export interface OwnAnswers {
  follow(event: ConversationEvent): void
  /** How many choices wait for a number. */
  offered(): number
  /** Answers the turn; its events follow. */
  answer(turnId: string, text: string): void
}

/** A list read aloud with more is of no use. */
const MAX_OFFERED = 9

export function createOwnAnswers(deps: Deps): OwnAnswers {
  const { brain, clock, send } = deps
  let progress: Progress | null = null
  let offered: readonly OptionChoice[] = []

  const isOwner = (turnId: string): boolean => deps.participants.sourceOf(turnId).role === 'owner'

  async function set(choice: OptionChoice): Promise<string> {
    if (!brain.setOption) return `${brain.status().name} has nothing to choose.`
    await brain.setOption(choice.option, choice.value)
    return optionChanged(brain.status().options, choice)
  }

  function use(agent: NamedAgent, known: readonly KnownAgent[]): Reply {
    const { agents } = deps
    const { name } = brain.status()
    if (!agents) return { text: 'Another agent can be chosen in the owner’s window only.' }
    const problem = whyNotUsed(agent, known)
    if (problem !== null) return { text: problem }
    if (agent.agent === null && agentCalled(name.toLowerCase())?.brain === agent.brain)
      return { text: `${name} answers already.` }
    // The conversation ends with the switch, so it comes after the last word.
    return {
      text: `From now on, ${agent.title} answers.`,
      afterwards: () => agents.use(agent.brain, agent.agent),
    }
  }

  async function perform(
    turnId: string,
    command: Exclude<AgentCommand, { type: 'command.send' }>,
  ): Promise<Reply> {
    switch (command.type) {
      case 'agent.use':
        if (!isOwner(turnId)) return { text: ONLY_OWNER }
        return use(command.agent, (await deps.agents?.known()) ?? [])
      case 'option.set': {
        if (!isOwner(turnId)) return { text: ONLY_OWNER }
        const [only, ...others] = command.fits.slice(0, MAX_OFFERED)
        if (only && others.length === 0) return { text: await set(only) }
        offered = command.fits.slice(0, MAX_OFFERED)
        return { text: whichChoice(offered) }
      }
      case 'option.tell':
        return { text: optionTold(command.option, command.what) }
      case 'usage.tell':
        return { text: usageTold(brain.status(), command.what) }
    }
  }

  async function replyTo(turnId: string, text: string): Promise<Reply> {
    const reviewed = deps.reviewer.takes(text)
    if (reviewed !== null && reviewed !== 'request') {
      const { role } = deps.participants.sourceOf(turnId)
      return { text: await deps.reviewer.carryOut(text, { turnId, role, view: deps.view() ?? undefined }) }
    }
    const choices = offered
    const number = chosenNumber(text, choices.length)
    offered = []
    if (number !== null) return { text: isOwner(turnId) ? await set(choices[number - 1]!) : ONLY_OWNER }
    const question = progressQuestion(text)
    if (question) return { text: progressReply(progress, question, clock.now()) }
    const command = agentCommand(text, brain.status())
    if (!command || command.type === 'command.send') return { text: 'I did not understand that.' }
    return perform(turnId, command)
  }

  return {
    follow(event) {
      progress = followProgress(progress, event, clock.now())
      // Whoever asks for something else does not answer any more.
      if (event.type === 'turn.started' && event.by !== PARLEY) offered = []
    },
    offered: () => offered.length,
    answer(runId, text) {
      void replyTo(runId, text)
        .then(({ text: delta, afterwards }) => {
          send({ type: 'brain', event: { type: 'text.appended', runId, delta } })
          send({ type: 'brain', event: { type: 'run.ended', runId, outcome: 'completed' } })
          afterwards?.().catch((error: unknown) => deps.onFault(faultOf(error)))
        })
        .catch((error: unknown) =>
          send({ type: 'brain', event: { type: 'run.failed', runId, fault: faultOf(error) } }),
        )
    },
  }
}

interface Reply {
  text: string
  /** What follows the reply. */
  afterwards?(): Promise<void>
}
