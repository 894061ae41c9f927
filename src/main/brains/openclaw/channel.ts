// What Parley can ask a gateway, in either form of its protocol.
import type { Aftermath } from '../../../core/wires/openclaw/history.ts'
import type { GatewayApprovalRequest } from '../../../shared/wire/openclaw-gateway.ts'

export interface AgentChannel {
  /** Something the user should know about how it works here. */
  readonly note: string | null
  /** What it is: "OpenClaw 2026.9.6". */
  readonly title: string
  /**
   * Sends a request; the key identifies its run. Rejects with a FaultError if the gateway refuses it. `over`: the request was
   * sent before and its run has ended, so no more events follow.
   */
  send(key: string, text: string): Promise<'taken' | 'over'>
  /** Steers the current run. Absent if the gateway cannot do that. */
  steer?(key: string, text: string): Promise<void>
  /** Whether a request still waits for its run. */
  isPending(key: string): Promise<boolean>
  /** Ends a run early. */
  abort(key: string): Promise<void>
  /** What happened in a run while Parley was not connected. */
  aftermath(key: string): Promise<Aftermath>
  /** The current run of this session, whoever started it. */
  inFlight(): Promise<string | null>
  /** The open approvals of this session. */
  questions(): Promise<GatewayApprovalRequest[]>
  answer(approvalId: string, decision: string): Promise<void>
  /** Whether an event of the gateway is about this session. */
  isOurs(sessionKey: string | null): boolean
}
