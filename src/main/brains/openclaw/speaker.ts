// What can be said to a gateway, whichever form it speaks.
import type { Aftermath } from '../../../core/openclaw/history.ts'
import type { GatewayApprovalRequest } from '../../../shared/wire/openclaw-gateway.ts'

export interface Speaker {
  /** Something the person should know about how it works here. */
  readonly note: string | null
  /** What it is: "OpenClaw 2026.9.6". */
  readonly title: string
  /**
   * Sends the words of a person; the run is known by the key. Rejects with a FaultError where they are not taken. `over`
   * when they had been sent before and the run is over: nothing more will be heard of it.
   */
  send(key: string, text: string): Promise<'taken' | 'over'>
  /** Gives more words to the run that is going on. Absent where that cannot be done. */
  steer?(key: string, text: string): Promise<void>
  /** Whether words that were sent are still waiting for a run. */
  isPending(key: string): Promise<boolean>
  /** Ends a run early. */
  abort(key: string): Promise<void>
  /** What became of a run while nobody listened. */
  aftermath(key: string): Promise<Aftermath>
  /** The run that is going on in this session, whoever began it. */
  inFlight(): Promise<string | null>
  /** Questions of this session that wait for an answer. */
  questions(): Promise<GatewayApprovalRequest[]>
  answer(approvalId: string, decision: string): Promise<void>
  /** Whether an event of the gateway is about this session. */
  isOurs(sessionKey: string | null): boolean
}
