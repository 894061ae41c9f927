// OpenClaw as a brain: a connection to its gateway, with one session for the open folder.
import { createEmitter } from '../../../base/emitter.ts'
import { withTimeout } from '../../../base/timeout.ts'
import type { BrainEvent } from '../../../core/ports/brain.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { readGatewayEvent } from '../../../core/wires/openclaw/gateway-event.ts'
import { textWithHeard, textWithView } from '../../../core/wires/openclaw/request-text.ts'
import { setupCard, stateLabel } from '../../../core/wires/openclaw/setup-card.ts'
import { readyBrain, type BrainStatus } from '../../../shared/brain-status.ts'
import { FaultError, type Fault } from '../../../shared/errors.ts'
import type { ConnectedBrain, Secrets } from '../brain-definition.ts'
import type { Address } from './address.ts'
import { createApprovals } from './approvals.ts'
import type { AgentChannel } from './channel.ts'
import { createGatewayChannel } from './gateway-channel.ts'
import { gatewayRefusal } from './gateway-connection.ts'
import { createLegacyChannel, createLegacyListener } from './legacy-channel.ts'
import { openLink, type OpenedLink } from './link.ts'
import { createRuns } from './runs.ts'
import { createSilenceWatchdog } from '../silence-watchdog.ts'

export interface OpenClawBrainDeps {
  address(): Address
  token(): string | null
  secrets: Secrets
  /** Parley's version. */
  version: string
  folder: string
  folderName: string
  /** Names the gateway's session; the same for the same folder. */
  session: string
  clock: Clock
  random(): number
  newId(): string
  onError(what: string, error: unknown): void
}

/** Enough to ask the gateway to stop. The user is waiting for the window to close. */
const CLOSE_TIMEOUT_MS = 2_000

export function createOpenClawBrain(deps: OpenClawBrainDeps): ConnectedBrain & { retry(): void } {
  const { clock, onError } = deps
  const events = createEmitter<[BrainEvent]>()
  const statuses = createEmitter<[BrainStatus]>()
  let channel: AgentChannel | null = null
  let opened: OpenedLink | null = null
  let isClosed = false
  let status = statusOf(readyBrain('OpenClaw'), { state: 'connecting' })

  function change(part: StatusChange): void {
    status = statusOf(status, part)
    statuses.emit(status)
  }

  function emit(event: BrainEvent): void {
    silence.check()
    events.emit(event)
  }

  const runs = createRuns({
    clock,
    newId: deps.newId,
    channel: () => channel,
    emit,
    onActivity: () => silence.heard(),
    onUnanswered: (error) => failRequest(opened, 'the gateway did not answer', error),
    onOver: (runId) => approvals.drop(runId),
    onError,
  })
  const approvals = createApprovals({
    clock,
    channel: () => channel,
    runOf: (key) => runs.runOf(key),
    emit,
    onError,
  })
  const legacyListener = createLegacyListener({
    active: () => runs.active(),
    receive: (event) => runs.receive(event, true),
  })
  const silence = createSilenceWatchdog({
    clock,
    run() {
      const active = runs.active()
      return active && !approvals.isWaiting(active.runId) ? active.runId : null
    },
    name: () => 'OpenClaw',
    onSilence: (runId, detail) => events.emit({ type: 'status.told', runId, detail }),
    onLongSilence: (quietSince) => change({ quietSince }),
  })

  async function useLink(link: OpenedLink): Promise<void> {
    opened = link
    const prepared = await prepareChannel(link)
    // Meanwhile the connection may have been replaced.
    if (isClosed || link !== opened) return
    channel = prepared
    const place = `${prepared.title} at ${link.address.place}`
    change({ state: 'ready', fault: null, place, note: prepared.note })
    // Runs first: an approval belongs to a run.
    await runs.connected(prepared)
    await approvals.reconcile(prepared)
  }

  const prepareChannel = async (link: OpenedLink): Promise<AgentChannel> =>
    link.form === 'gateway'
      ? createGatewayChannel({
          link,
          folder: deps.folder,
          folderName: deps.folderName,
          name: deps.session,
          version: deps.version,
          // The address may have changed since, and the token may belong to the new one.
          token: deps.address().url === link.address.url ? deps.token() : null,
        })
      : createLegacyChannel({
          link,
          sessionKey: `agent:claw:parley-${deps.session}`,
          listener: legacyListener,
          drop: reconnect,
        })

  function receive(name: string, payload: unknown): void {
    if (opened?.form === 'legacy') return legacyListener.receive(name, payload)
    const read = readGatewayEvent(name, payload)
    if (!read) return
    const { event, sessionKey } = read
    if (event.type === 'approval.resolved') return approvals.resolved(event.approvalId, event.decision)
    const isOurs = channel?.isOurs(sessionKey) ?? false
    if (event.type === 'approval.requested') {
      if (isOurs) approvals.requested(event.request)
      return
    }
    runs.receive(event, isOurs)
  }

  const link = openLink({
    address: deps.address,
    token: deps.token,
    secrets: deps.secrets,
    version: deps.version,
    clock,
    random: deps.random,
    onOpen(connected) {
      useLink(connected).catch((error: unknown) =>
        failRequest(connected, 'the session could not be prepared', error),
      )
    },
    onEvent: receive,
    onGap() {
      const current = opened
      runs.catchUp().catch((error: unknown) => failRequest(current, 'missed events could not be read', error))
    },
    onFault: (fault, isWaiting) => disconnect(fault, isWaiting),
  })

  /** A request failed on this connection. If the connection did not report its own end, it is useless. */
  function failRequest(on: OpenedLink | null, what: string, error: unknown): void {
    onError(what, error)
    if (isClosed || on === null || on !== opened) return
    if (error instanceof FaultError) return disconnect(error.fault, true)
    const refusal = gatewayRefusal(error)
    if (refusal && !refusal.retryable) {
      const message = `The gateway refused the request: ${refusal.reason}.`
      const remedy = 'Look at the gateway’s log, then try again.'
      return disconnect({ code: 'gateway_refused', message, remedy, retryable: false }, true)
    }
    link.drop(on, refusal ? { tag: 'not yet', retryAfterMs: refusal.retryAfterMs } : { tag: 'silent' })
  }

  /** `isWaiting`: Parley does not try again until the user has done something. */
  function disconnect(fault: Fault, isWaiting: boolean): void {
    forgetLink()
    change({ state: isWaiting ? 'refused' : 'lost', fault })
    runs.disconnected(fault, isWaiting)
  }

  function forgetLink(): void {
    channel = null
    opened = null
    legacyListener.reset()
  }

  function reconnect(): void {
    forgetLink()
    link.retry()
  }

  return {
    name: 'OpenClaw',
    ask({ runId, text, view, interrupted }) {
      if (isClosed)
        throw new FaultError('brain_unavailable', 'OpenClaw was closed.', 'Open the folder again.')
      if (runs.has(runId))
        throw new FaultError('bad_request', `The run ${runId} already exists.`, 'Give each run its own id.')
      runs.ask(runId, textWithHeard(textWithView(text, view), interrupted))
      silence.check()
      // The user is waiting: connect now, and report the result as the answer.
      if (status.fault) reconnect()
    },
    steer: (runId, request, view) => runs.steer(runId, request, textWithView(request.text, view)),
    abort: (runId) => runs.abort(runId),
    answerApproval(approvalId, decision) {
      approvals.answer(approvalId, decision)
      silence.check()
    },
    status: () => status,
    onStatus: statuses.on,
    onEvent: (listener) =>
      events.on((event) => {
        try {
          listener(event)
        } catch (error) {
          onError('a listener failed', error)
        }
      }),
    retry() {
      change({ state: 'connecting', fault: null })
      reconnect()
    },
    async close() {
      isClosed = true
      await withTimeout(runs.close(), CLOSE_TIMEOUT_MS, clock)
      silence.stop()
      approvals.close()
      events.clear()
      statuses.clear()
      await link.close()
    },
  }
}

type StatusChange = Partial<Omit<BrainStatus, 'label' | 'setup'>>

function statusOf(before: BrainStatus, part: StatusChange): BrainStatus {
  const status = { ...before, ...part }
  const { state, fault } = status
  return { ...status, label: stateLabel(state, fault), setup: setupCard(state, fault) }
}
