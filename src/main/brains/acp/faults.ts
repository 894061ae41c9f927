// What can go wrong with a coding agent, in sentences for the user.
import { visibleLine } from '../../../base/visible-text.ts'
import { FaultError, type Fault } from '../../../shared/errors.ts'
import type { ProcessEnd } from './agent-process.ts'
import type { CodingAgent } from './agents.ts'
import { withoutKeys } from './stderr-tail.ts'

/** ACP's code for a request that needs a sign-in first. */
export const AUTH_REQUIRED = -32000
const MAX_REASON = 400

export function absentFault(
  { title, program, install, adapts }: CodingAgent,
  hasAdapted: boolean,
): FaultError {
  if (install === '')
    return new FaultError(
      'agent_absent',
      `Parley cannot find the program “${visibleLine(program, 200)}”.`,
      'Check --acp-command. Give the full path of the program if it is not on the search path.',
      { retryable: true },
    )
  if (adapts && hasAdapted)
    return new FaultError(
      'agent_absent',
      `${title} is installed, but not ${program}, through which it speaks ACP.`,
      `Run this in a terminal, then try again: ${adapts.install}`,
      { retryable: true },
    )
  return new FaultError(
    'agent_absent',
    `${title} is not installed.`,
    `Run this in a terminal, then try again: ${install}`,
    { retryable: true },
  )
}

/** `lastWords`: the end of its standard error. */
export function endFault({ title }: CodingAgent, end: ProcessEnd, lastWords: string): Fault {
  const said = lastWords === '' ? '' : ` It said: ${visibleLine(lastWords, MAX_REASON)}`
  switch (end.tag) {
    case 'not started':
      return {
        code: 'agent_lost',
        message: `Parley could not start ${title} (${end.error.code ?? end.error.message}).`,
        remedy: 'Check that the program and the open folder still exist and that you may use them.',
        retryable: true,
      }
    case 'flooded':
      return {
        code: 'agent_flood',
        message: `${title} wrote too much that Parley cannot use, so Parley stopped it.`,
        remedy: 'Try again. If it happens again, update the agent.',
        retryable: true,
      }
    case 'ended': {
      const how = end.signal === null ? `with code ${end.code ?? 'unknown'}` : `by the signal ${end.signal}`
      return {
        code: 'agent_lost',
        message: `${title} ended unexpectedly ${how}.${said}`,
        remedy: 'Try again. If it keeps ending, start it in a terminal to see why.',
        retryable: true,
      }
    }
  }
}

export const silentFault = ({ title }: CodingAgent, seconds: number, lastWords: string): FaultError =>
  new FaultError(
    'agent_silent',
    `${title} did not answer for ${seconds} seconds after its start.${lastWords === '' ? '' : ` It said: ${visibleLine(lastWords, MAX_REASON)}`}`,
    'Try again. If it stays silent, start it in a terminal to see what it waits for.',
    { retryable: true },
  )

export const protocolFault = ({ title }: CodingAgent, version: unknown): FaultError =>
  new FaultError(
    'agent_protocol',
    `${title} speaks version ${visibleLine(String(version), 20)} of the Agent Client Protocol; Parley speaks version 1.`,
    'Install another version of the agent, or update Parley.',
  )

/** `hasButtons`: the card offers ways to sign in that the agent starts itself. */
export const signInFault = (
  { title, signInCommand, keys }: CodingAgent,
  hasButtons: boolean,
  reason = '',
): FaultError => {
  const why = reason === '' ? '' : ` It said: ${visibleLine(reason, MAX_REASON)}`
  const key = keys[0] === undefined ? '' : ` If you use a key, list ${keys[0]} with --acp-env.`
  return new FaultError(
    'agent_sign_in',
    `You are not signed in to ${title}.${why}`,
    signInCommand === null
      ? `Sign in, then try again.${key}`
      : `${hasButtons ? 'Sign in, or run' : 'Run'} “${signInCommand}” in a terminal, then try again.${key}`,
    { retryable: true },
  )
}

/** The agent answered a request with an error. */
export function refusalFault(
  { title, signInCommand }: CodingAgent,
  what: string,
  error: unknown,
): FaultError {
  const advice =
    signInCommand === null ? '' : ` If you are not signed in, run “${signInCommand}” in a terminal.`
  return new FaultError(
    'agent_refused',
    `${title} ${what}: ${reasonOf(error)}`,
    `Try again, or choose another agent.${advice}`,
    { retryable: true, cause: error },
  )
}

/** What an agent's error says: its message, and the details that some agents put beside a message without content. */
export function reasonOf(error: unknown): string {
  const { message, data } = Object(error) as { message?: unknown; data?: unknown }
  const details = typeof data === 'string' ? data : (Object(data) as { details?: unknown; message?: unknown })
  const more = typeof details === 'string' ? details : (details.details ?? details.message)
  const said = [message, more].filter((part): part is string => typeof part === 'string' && part !== '')
  // Models' servers repeat a wrong key in their errors. The text may be long: only its beginning is shown.
  const open = withoutKeys(said.join(': ').slice(0, 20 * MAX_REASON))
  return visibleLine(open || 'it gave no reason', MAX_REASON).replace(/[.!?…]*$/, (end) => end || '.')
}

export const codeOf = (error: unknown): unknown => (Object(error) as { code?: unknown }).code
