// Why an agent stopped, in a sentence.
import type { StopReason } from '@agentclientprotocol/sdk'
import type { BrainEvent } from '../../ports/brain.ts'

/** The last events of a run that the agent ended. */
export function endEvents(runId: string, agent: string, reason: StopReason, hasSaid: boolean): BrainEvent[] {
  const completed: BrainEvent = { type: 'run.ended', runId, outcome: 'completed' }
  const notice = (text: string): BrainEvent => ({ type: 'notice.told', runId, text, isWarning: true })
  switch (reason) {
    case 'cancelled':
      return [{ type: 'run.ended', runId, outcome: 'aborted' }]
    case 'max_tokens':
      return [
        notice(`${agent} stopped because its reply reached the length limit. Ask it to continue.`),
        completed,
      ]
    case 'max_turn_requests':
      return [
        notice(`${agent} stopped because it reached its limit of steps in one turn. Ask it to continue.`),
        completed,
      ]
    case 'refusal':
      return [
        {
          type: 'run.failed',
          runId,
          fault: {
            code: 'brain_failed',
            message: `${agent} declined this request.`,
            remedy: 'Ask in another way.',
            retryable: false,
          },
        },
      ]
    case 'end_turn':
    default:
      return hasSaid
        ? [completed]
        : [{ type: 'notice.told', runId, text: `${agent} ended its turn without a reply.` }, completed]
  }
}
