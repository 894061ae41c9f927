// What a window shows while a coding agent cannot be used: a label, and a card if the user has to do something.
import type { AuthMethod } from '@agentclientprotocol/sdk'
import { truncate } from '../../../base/truncate.ts'
import { visibleLine } from '../../../base/visible-text.ts'
import type { SetupCard } from '../../../shared/brain-status.ts'
import type { Fault, FaultCode } from '../../../shared/errors.ts'
import type { CodingAgent } from './agents.ts'

const labels: Partial<Record<FaultCode, string>> = {
  agent_absent: 'not installed',
  agent_command: 'no command',
  agent_sign_in: 'not signed in',
  agent_silent: 'not answering',
  agent_lost: 'stopped',
  agent_flood: 'stopped',
}

export const refusedLabel = ({ code }: Fault): string => labels[code] ?? 'refused'

/** `agent` is null if the settings name none. */
export function agentCard(agent: CodingAgent | null, fault: Fault, hasAdapted: boolean): SetupCard {
  const card = {
    explanation: `${fault.message} ${fault.remedy}`,
    command: null,
    secretLabel: null,
  }
  const title = agent?.title ?? 'The coding agent'
  if (agent && agent.install !== '' && fault.code === 'agent_absent') {
    const isPart = hasAdapted && agent.adapts !== undefined
    return {
      ...card,
      heading: isPart ? `${title} needs one more program` : `${title} is not installed`,
      // Without a part that is missing, the heading says it all.
      explanation: `${isPart ? `${fault.message} ` : ''}Run this in a terminal, then try again.`,
      command: isPart ? agent.adapts.install : agent.install,
    }
  }
  // Most agents that refuse to begin are not set up yet.
  if (agent && fault.code === 'agent_refused')
    return { ...card, heading: `${title} is not ready`, command: agent.signInCommand }
  return { ...card, heading: `${title} cannot be used` }
}

const MAX_METHODS = 10
/** As long as an id may be on its way back from the window. */
const MAX_ID = 200

export function signInCard(agent: CodingAgent, methods: readonly AuthMethod[], fault: Fault): SetupCard {
  const offered = methods.filter(({ id }) => id.length <= MAX_ID).slice(0, MAX_METHODS)
  const direct = directMethods(agent, offered)
  const byTerminal = offered.find(isTerminal)
  return {
    heading: `Sign in to ${agent.title}`,
    explanation: `${fault.message} ${fault.remedy}`,
    command:
      byTerminal && agent.signInCommand === null ? terminalCommand(agent, byTerminal) : agent.signInCommand,
    secretLabel: null,
    signIn: direct.map(({ id, name, description }) => ({
      id,
      label: visibleLine(name, 100),
      description: typeof description === 'string' && description !== '' ? truncate(description, 300) : null,
    })),
  }
}

/** The ways to sign in that the agent starts itself when it is asked to. */
export const directMethods = (agent: CodingAgent, methods: readonly AuthMethod[]): AuthMethod[] =>
  agent.signsInOnlyByCommand ? [] : methods.filter((method) => !isTerminal(method))

/** A method that runs the agent itself in a terminal. Some agents mark it beside the protocol's own field. */
function isTerminal(method: AuthMethod): boolean {
  return 'type' in method ? method.type === 'terminal' : metaOf(method)['type'] === 'terminal'
}

const metaOf = ({ _meta: meta }: AuthMethod): Record<string, unknown> => meta ?? {}

function terminalCommand(agent: CodingAgent, method: AuthMethod): string | null {
  const args: unknown = 'args' in method ? method.args : metaOf(method)['args']
  const words = Array.isArray(args) ? args.filter((word): word is string => typeof word === 'string') : []
  // The user copies it into a shell, so it must be what it looks like.
  if (words.some((word) => !/^[\w@%+=:,./-]+$/.test(word)) || !/^[\w@%+=:,./-]+$/.test(agent.program))
    return null
  return [agent.program, ...words].join(' ')
}
