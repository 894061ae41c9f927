// A model as a brain: one conversation, one request at a time, with Parley's own tools.
import { createEmitter } from '../../../base/emitter.ts'
import { createTaskQueue } from '../../../base/task-queue.ts'
import { instructions, SUMMARY_REQUEST } from '../../../core/model/instructions.ts'
import type { ModelMessage } from '../../../core/model/history.ts'
import { createCosts } from '../../../core/model/usage.ts'
import type { BrainEvent, BrainRequest } from '../../../core/ports/brain.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import { brainInfos } from '../../../shared/brains.ts'
import { readyBrain, type BrainStatus } from '../../../shared/brain-status.ts'
import { choiceDecision } from '../../../core/conversation/approvals/offered-decisions.ts'
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts'
import { WHAT_LEAVES } from '../../../shared/model-providers.ts'
import { priceOf } from '../../../shared/model-price.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { BrainStorage, ConnectedBrain } from '../brain-definition.ts'
import { createOpenApprovals } from '../open-approvals.ts'
import { createSilenceWatchdog } from '../silence-watchdog.ts'
import { createAlwaysRules } from './always-rules.ts'
import type { ModelAddress } from './address.ts'
import { createConsent } from './consent.ts'
import { createHands } from './hands.ts'
import { createMemory } from './memory.ts'
import { createAskModel } from './model-client.ts'
import { createRoomInContext } from './room-in-context.ts'
import { createModelServer, unsetFault, type Prepared } from './server.ts'
import { modelCard, refusedLabel } from './setup-card.ts'
import { runTurn, type Steer } from './turn.ts'

export interface ModelBrainDeps {
  settings(): Settings
  key(): string | null
  tools: Toolbox
  folderName: string
  platform: string
  conversation: string
  storage: BrainStorage
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
}

interface Run {
  request: BrainRequest
  stop: AbortController
  steers: Steer[]
}

const { title } = brainInfos.model
/** The instructions and the descriptions of the tools. */
const ALWAYS_SENT = 3_000
const LEAST_ROOM = 1_000
/** A result of a tool may take this part of the context, and those of a step together that one. */
const RESULT_SHARE = 0.25
const STEP_SHARE = 0.5
const CHARACTERS_PER_TOKEN = 3

export function createModelBrain(deps: ModelBrainDeps): ConnectedBrain & { retry(): void } {
  const { settings, tools, clock, newId, onError } = deps
  const events = createEmitter<[BrainEvent]>()
  const statuses = createEmitter<[BrainStatus]>()
  const runs = new Map<string, Run>()
  const queue = createTaskQueue()
  const history: ModelMessage[] = []
  const memory = createMemory(deps.storage, deps.conversation)
  const consent = createConsent(deps.storage)
  // The price is that of a provider: a model on this computer costs nothing.
  const costs = createCosts(() =>
    server.address()?.isLocal === true ? null : priceOf(settings().modelPrice),
  )
  /** Models of which an endpoint said that they cannot use tools. */
  const withoutTools = new Set<string>()
  let isRemembered = false
  let isClosed = false
  let active: Run | null = null
  let hasToolsRunning = false
  let problem: Fault | null = null
  let isConnecting = false
  let quietSince: number | null = null

  const announce = (): void => {
    if (!isClosed) statuses.emit(status())
  }
  const server = createModelServer({
    settings,
    key: deps.key,
    storage: deps.storage,
    onChange: announce,
  })
  const rules = createAlwaysRules(announce)
  const name = (): string => server.model() ?? title

  function status(): BrainStatus {
    const to = server.address()
    const option = server.option()
    const fault = to === null ? unsetFault : problem
    return {
      ...readyBrain(name()),
      state: fault ? 'refused' : isConnecting ? 'connecting' : 'ready',
      label: fault ? refusedLabel(fault) : isConnecting ? 'connecting' : null,
      fault,
      setup: fault && modelCard(fault, to?.place ?? null),
      place: to && `${name()} at ${to.receiver}`,
      sendsTo: to === null || to.isLocal ? null : to.receiver,
      note: noteOf(to),
      quietSince,
      options: option ? [option] : [],
      usage: costs.usage(server.contextTokens()),
      rules: rules.list(),
    }
  }

  function noteOf(to: ModelAddress | null): string | null {
    const model = server.model()
    if (to === null || model === null) return null
    if (withoutTools.has(model))
      return `${model} cannot use tools. Parley sends it the code on screen and what a search finds.`
    if (server.contextTokens() < 2 * ALWAYS_SENT)
      return `${model} reads only ${server.contextTokens()} tokens at once as it is set up. Raise its context length on the server, or it will forget early parts of the conversation.`
    return to.isPrivate ? null : `The connection to ${to.place} is not encrypted.`
  }

  /** All events of a run pass here: none follows the end of the run. */
  function emit(event: BrainEvent): void {
    if (!runs.has(event.runId)) return
    if (event.type === 'run.ended' || event.type === 'run.failed') runs.delete(event.runId)
    silence.check()
    events.emit(event)
  }
  const approvals = createOpenApprovals(emit)

  const silence = createSilenceWatchdog({
    clock,
    run: () =>
      active &&
      !hasToolsRunning &&
      runs.has(active.request.runId) &&
      !approvals.isWaiting(active.request.runId)
        ? active.request.runId
        : null,
    name,
    onSilence: (runId, detail) => emit({ type: 'status.told', runId, detail }),
    onLongSilence(since) {
      quietSince = since
      announce()
    },
  })

  /** Nothing leaves this computer before the owner agreed. */
  async function askConsent({ request: { runId, askedBy }, stop }: Run, to: ModelAddress): Promise<void> {
    if (await consent.isGiven(to)) return
    // An approver may allow changes, but the conversation and the code are the owner's.
    if (askedBy !== undefined && askedBy !== 'owner')
      throw new FaultError(
        'model_consent',
        `The owner has not yet agreed to send anything to ${to.receiver}.`,
        'Ask the owner to talk to the model once.',
      )
    const decision = await approvals.ask(
      runId,
      {
        id: newId(),
        kind: 'question',
        title: `Send this conversation to ${to.receiver}?`,
        action: `To answer, ${to.receiver} receives ${WHAT_LEAVES}.${to.isPrivate ? '' : ' The connection is not encrypted.'} Parley asks once for each address.`,
        choices: [`Yes, send it to ${to.receiver}`, 'No, keep it on this computer'],
      },
      stop.signal,
    )
    if (decision !== choiceDecision(0))
      throw new FaultError(
        'model_consent',
        'Nothing was sent.',
        'Choose the built-in agent, or a model on this computer.',
      )
    await consent.give(to)
  }

  async function remember(): Promise<void> {
    if (isRemembered) return
    isRemembered = true
    history.push(...(await memory.read()))
  }

  async function perform(run: Run): Promise<void> {
    const { request, stop } = run
    const { runId } = request
    const { signal } = stop
    if (signal.aborted) return
    active = run
    try {
      await remember()
      const to = server.address()
      if (to === null) throw new FaultError('model_unset', unsetFault.message, unsetFault.remedy)
      await askConsent(run, to)
      const prepared = await server.prepare(to, signal)
      // A server on this computer may have named a model that runs elsewhere.
      await askConsent(run, prepared.address)
      signal.throwIfAborted()
      await answer(run, prepared)
      signal.throwIfAborted()
      setProblem(null)
      refuseSteers(run)
      emit({ type: 'run.ended', runId, outcome: 'completed' })
    } catch (error) {
      // abort() has ended an interrupted run already.
      if (!signal.aborted) fail(run, faultOf(error))
    } finally {
      active = null
      hasToolsRunning = false
      silence.check()
      announce()
      await memory.write(history).catch((error: unknown) => onError('the conversation was not kept', error))
    }
  }

  /** What the model has not been told becomes a request of its own. */
  function refuseSteers({ request: { runId }, steers }: Run): void {
    for (const { message } of steers.splice(0)) emit({ type: 'steer.refused', runId, request: message })
  }

  function fail(run: Run, fault: Fault): void {
    const { runId } = run.request
    if (modelCard(fault, null)) setProblem(fault)
    refuseSteers(run)
    emit({ type: 'run.failed', runId, fault })
  }

  function setProblem(fault: Fault | null): void {
    if (problem === fault) return
    problem = fault
    announce()
  }

  async function answer(run: Run, { address, model, key }: Prepared): Promise<void> {
    const { request, stop, steers } = run
    const { runId } = request
    const ask = createAskModel(address, key)
    const hasTools = (): boolean => !withoutTools.has(model)
    const room = (): number =>
      Math.max(LEAST_ROOM, server.contextTokens() - (hasTools() ? ALWAYS_SENT : ALWAYS_SENT / 6))
    const onNews = (): void => silence.heard()
    costs.begin()

    const context = createRoomInContext({
      contextTokens: room,
      async summarise(text) {
        emit({ type: 'status.told', runId, detail: 'Summarising the earlier conversation' })
        const { text: summary, usage } = await ask({
          model,
          instructions: SUMMARY_REQUEST,
          messages: [{ role: 'user', text }],
          tools: [],
          signal: stop.signal,
          onText: () => {},
          onThought: () => {},
          onNews,
        })
        costs.add(usage)
        return summary
      },
      onSummary: () =>
        emit({
          type: 'notice.told',
          runId,
          text: 'The conversation became too long for the model. Parley replaced its earlier part with a summary.',
        }),
    })

    await runTurn({
      request,
      history,
      ask,
      context,
      clock,
      signal: stop.signal,
      hands: createHands({
        request,
        tools,
        signal: stop.signal,
        rules,
        newId,
        emit,
        requestApproval: (approval) =>
          approvals.ask(runId, approval, stop.signal).finally(() => silence.check()),
      }),
      place: () => ({ model, place: address.place, key }),
      hasTools,
      async onNoTools() {
        withoutTools.add(model)
        emit({
          type: 'notice.told',
          runId,
          text: `${model} cannot use tools, so it answers from what a search of the code finds. It cannot change files or run commands.`,
          isWarning: true,
        })
        announce()
      },
      instructions: () =>
        instructions({
          folderName: deps.folderName,
          platform: deps.platform,
          hasTools: hasTools(),
          refusal: tools.refusal()?.message ?? null,
        }),
      takeSteers: () => steers.splice(0),
      emit,
      onNews,
      onStep({ usage }) {
        costs.add(usage)
        announce()
      },
      onTools(isRunning) {
        hasToolsRunning = isRunning
        silence.check()
      },
      maxSteps: () => settings().modelSteps,
      maxResult: (count) =>
        Math.floor(room() * Math.min(RESULT_SHARE, STEP_SHARE / count) * CHARACTERS_PER_TOKEN),
    })
  }

  async function connect(): Promise<void> {
    const to = server.address()
    // Not even the list of models is asked for before the owner agreed.
    if (isClosed || to === null || !(await consent.isGiven(to))) return announce()
    isConnecting = true
    announce()
    const fault = await server.connect()
    isConnecting = false
    setProblem(fault)
    announce()
  }

  function abort(runId: string): void {
    const run = runs.get(runId)
    if (!run) return
    run.stop.abort()
    emit({ type: 'run.ended', runId, outcome: 'aborted' })
    silence.check()
  }

  const retry = (): void => {
    problem = null
    connect().catch((error: unknown) => onError('the models could not be listed', error))
  }
  retry()

  return {
    get name() {
      return name()
    },
    ask(request) {
      const { runId } = request
      if (isClosed)
        throw new FaultError('brain_unavailable', 'The model was closed.', 'Open the folder again.')
      if (runs.has(runId))
        throw new FaultError('bad_request', `The run ${runId} already exists.`, 'Give each run its own id.')
      const run: Run = { request, stop: new AbortController(), steers: [] }
      runs.set(runId, run)
      queue.run(() => perform(run)).catch((error: unknown) => onError('a request failed', error))
    },
    abort,
    answerApproval(approvalId, decision) {
      approvals.answer(approvalId, decision)
      silence.check()
    },
    steer(runId, message, view) {
      const run = runs.get(runId)
      if (run) run.steers.push({ message, view })
      else events.emit({ type: 'steer.refused', runId, request: message })
    },
    async setOption(_, value) {
      await server.choose(value)
      setProblem(null)
    },
    revokeRule: rules.revoke,
    status,
    onStatus: statuses.on,
    onEvent: (listener) =>
      events.on((event) => {
        try {
          listener(event)
        } catch (error) {
          onError('a listener failed', error)
        }
      }),
    retry,
    async close() {
      if (isClosed) return
      for (const runId of runs.keys()) abort(runId)
      isClosed = true
      silence.stop()
      await queue.idle()
      events.clear()
      statuses.clear()
    },
  }
}
