// OpenClaw as the brain: a gateway that is found, kept connected to and spoken to about the folder that is open.
import { readGatewayEvent } from '../../../core/openclaw/gateway-event.ts'
import { wordsWithHeard, wordsWithView } from '../../../core/openclaw/words-with-view.ts'
import type { Brain, BrainEvent, Clock } from '../../../core/ports.ts'
import type { BrainStatus } from '../../../shared/brain-status.ts'
import { FaultError, type Fault } from '../../../shared/errors.ts'
import type { Address } from './address.ts'
import { createDocumentEar } from './document-ear.ts'
import { createDocumentSpeaker } from './document-speaker.ts'
import { gatewayRefusal } from './gateway-error.ts'
import { createGatewaySpeaker } from './gateway-speaker.ts'
import { openLink, type Channel } from './link.ts'
import { createQuestions } from './questions.ts'
import { createQuietWatch } from './quiet-watch.ts'
import { createRuns } from './runs.ts'
import type { Secrets } from './secrets.ts'
import type { Speaker } from './speaker.ts'

export interface OpenClawBrainDeps {
  address(): Address
  token(): string | null
  secrets: Secrets
  /** Parley's own. */
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

export interface OpenClawBrain extends Brain {
  /** Tries to connect now, as when a token was set. */
  retry(): void
}

/** Long enough to tell the gateway to stop, and no longer: whoever closes a window waits. */
const CLOSE_MS = 2_000

export function createOpenClawBrain(deps: OpenClawBrainDeps): OpenClawBrain {
  const { clock } = deps
  const listeners = new Set<(event: BrainEvent) => void>()
  const watchers = new Set<(status: BrainStatus) => void>()
  let speaker: Speaker | null = null
  let open: Channel | null = null
  let closed = false
  let status: BrainStatus = {
    name: 'OpenClaw',
    state: 'connecting',
    fault: null,
    place: null,
    note: null,
    quietSince: null,
  }

  function change(part: Partial<BrainStatus>): void {
    status = { ...status, ...part }
    for (const watcher of watchers) watcher(status)
  }

  function emit(event: BrainEvent): void {
    quiet.look()
    tell(event)
  }

  function tell(event: BrainEvent): void {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        deps.onError('a listener failed', error)
      }
    }
  }

  const runs = createRuns({
    clock,
    newId: deps.newId,
    speaker: () => speaker,
    emit,
    onHeard: () => quiet.heard(),
    onUnanswered: (error) => trouble(open, 'the gateway did not answer', error),
    onOver: (runId) => questions.drop(runId),
    onError: deps.onError,
  })
  const questions = createQuestions({
    clock,
    speaker: () => speaker,
    runOf: (key) => runs.runOf(key),
    emit,
    onError: deps.onError,
  })
  const ear = createDocumentEar({
    active: () => runs.active(),
    hear: (event) => runs.heard(event, true),
  })
  const quiet = createQuietWatch({
    clock,
    run() {
      const active = runs.active()
      return active && !questions.isWaiting(active.runId) ? active.runId : null
    },
    onQuiet(seconds) {
      const active = runs.active()
      const detail = `Nothing heard from OpenClaw for ${seconds} s`
      if (active) tell({ type: 'status.told', runId: active.runId, detail })
    },
    onTooQuiet: (quietSince) => change({ quietSince }),
  })

  async function opened(channel: Channel): Promise<void> {
    const { place } = channel.address
    open = channel
    const mine = await speakerFor(channel)
    // It may have broken meanwhile, and another one been opened.
    if (closed || channel !== open) return
    speaker = mine
    change({ state: 'ready', fault: null, place: `${mine.title} at ${place}`, note: mine.note })
    // Runs first: a question belongs to one.
    await runs.connected(mine)
    await questions.reconcile(mine)
  }

  const speakerFor = async (channel: Channel): Promise<Speaker> =>
    channel.form === 'gateway'
      ? createGatewaySpeaker({
          channel,
          folder: deps.folder,
          folderName: deps.folderName,
          name: deps.session,
          version: deps.version,
          token: deps.token(),
        })
      : createDocumentSpeaker({
          channel,
          sessionKey: `agent:claw:parley-${deps.session}`,
          ear,
          drop: reconnect,
        })

  function heard(name: string, payload: unknown): void {
    if (open?.form === 'document') return ear.heard(name, payload)
    const read = readGatewayEvent(name, payload)
    if (!read) return
    const { event, sessionKey } = read
    if (event.type === 'approval.resolved') return questions.resolved(event.approvalId, event.decision)
    const isOurs = speaker?.isOurs(sessionKey) ?? false
    if (event.type === 'approval.requested') {
      if (isOurs) questions.asked(event.request)
      return
    }
    runs.heard(event, isOurs)
  }

  const link = openLink({
    address: deps.address,
    token: deps.token,
    secrets: deps.secrets,
    version: deps.version,
    clock,
    random: deps.random,
    onOpen(channel) {
      opened(channel).catch((error: unknown) => trouble(channel, 'the session could not be prepared', error))
    },
    onEvent: heard,
    onGap() {
      const channel = open
      runs.catchUp().catch((error: unknown) => trouble(channel, 'what was missed could not be read', error))
    },
    onFault: (fault, waiting) => failed(fault, waiting),
  })

  /** Something could not be done on this connection. One that broke has told so by itself; one that has not is of no use. */
  function trouble(channel: Channel | null, what: string, error: unknown): void {
    deps.onError(what, error)
    if (closed || channel === null || channel !== open) return
    if (error instanceof FaultError) return failed(error.fault, true)
    const refusal = gatewayRefusal(error)
    if (refusal && !refusal.retryable) {
      const message = `The gateway does not let Parley work with it: ${refusal.reason}.`
      const remedy = 'Look at the gateway’s log, then try again.'
      return failed({ code: 'gateway_refused', message, remedy, retryable: false }, true)
    }
    link.giveUp(channel, refusal ? { tag: 'not yet', retryAfterMs: refusal.retryAfterMs } : { tag: 'silent' })
  }

  function failed(fault: Fault, waiting: boolean): void {
    forgetChannel()
    change({ state: waiting ? 'refused' : 'lost', fault })
    runs.disconnected(fault, waiting)
  }

  function forgetChannel(): void {
    speaker = null
    open = null
    ear.forget()
  }

  function reconnect(): void {
    forgetChannel()
    link.retry()
  }

  return {
    name: 'OpenClaw',
    ask({ runId, text, view, interrupted }) {
      if (closed) throw new FaultError('brain_unavailable', 'OpenClaw was closed.', 'Open the folder again.')
      if (runs.has(runId)) {
        throw new FaultError(
          'bad_request',
          `The run ${runId} is already going on.`,
          'Give each run its own id.',
        )
      }
      runs.ask(runId, wordsWithHeard(wordsWithView(text, view), interrupted))
      quiet.look()
      // Somebody wants it now: it is tried at once, and what comes of that is the answer.
      if (status.fault) reconnect()
    },
    steer: (runId, words, view) => runs.steer(runId, words, wordsWithView(words.text, view)),
    abort: (runId) => runs.abort(runId),
    answerApproval(approvalId, decision) {
      questions.answer(approvalId, decision)
      quiet.look()
    },
    status: () => status,
    onStatus(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    retry() {
      change({ state: 'connecting', fault: null })
      reconnect()
    },
    async close() {
      closed = true
      await new Promise<void>((resolve) => {
        const cancel = clock.after(CLOSE_MS, resolve)
        void runs.close().finally(() => {
          cancel()
          resolve()
        })
      })
      quiet.rest()
      questions.close()
      listeners.clear()
      watchers.clear()
      await link.close()
    },
  }
}
