// The session's options: which there are, how they are chosen, and whether the agent is in the mode in which it asks.
import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { withTimeout } from '../../../base/timeout.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import {
  begunSession,
  emptySession,
  followSession,
  MODE_ID,
  MODEL_ID,
  modeOf,
  type SessionStatus,
  withValue,
} from '../../../core/wires/acp/session-status.ts'
import type { BrainOption } from '../../../shared/brain-status.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { AgentSession } from './agent-link.ts'

export interface SessionOptions {
  /** A session began. Resolves when the agent is in the mode in which it asks, or when that is not possible. */
  begin(session: AgentSession): Promise<void>
  receive(update: SessionUpdate): void
  /** Rejects with a `FaultError`. */
  set(optionId: string, value: string): Promise<void>
  status(): SessionStatus
  /** Why the user has to watch what the agent does; null if it asks. */
  note(): string | null
  /** Whether the agent has to ask before it does this. A mode that it entered by itself does not change that. */
  mustAsk(deed: 'write' | 'run'): boolean
}

interface Deps {
  agent: string
  /** The mode in which this agent asks; null if it has none, or Parley does not know it. */
  askingMode: string | null
  clock: Clock
  onChange(): void
  /** The user has to know it. */
  onWarning(text: string): void
  onError(what: string, error: unknown): void
}

const SET_TIMEOUT_MS = 10_000
/** Modes in which an agent plans or talks, and modes in which it edits files freely, but asks before it runs commands. */
const ONLY_LOOKS = /\b(?:plan|chat|ask|read)/i
const ONLY_EDITS = /edit/i

/** Modes that promise to change nothing. An agent that acts in them has to ask all the more. */
const READ_ONLY = /^(?:plan|planning|architect|chat|read[-_ ]?only)(?:[-_ ]?mode)?$/i

export function createSessionOptions(deps: Deps): SessionOptions {
  const { agent, askingMode, clock } = deps
  let session: AgentSession | null = null
  let status: SessionStatus = emptySession
  /** The mode that Parley or the user chose last. */
  let wanted: string | null = null
  /** The mode that the user chose last. */
  let chosenMode: string | null = null

  function change(next: SessionStatus): void {
    if (next === status) return
    const before = modeOf(status)?.value
    status = next
    const now = modeOf(status)?.value
    if (now !== undefined && now !== before && now !== wanted && before !== undefined) {
      wanted = now
      // A mode that the agent entered by itself.
      if (askingMode !== null && !asks(now))
        deps.onWarning(`${agent} changed its mode to “${nameOf(now)}” by itself. It may act without asking.`)
    }
    deps.onChange()
  }

  const asks = (mode: string): boolean => mode === askingMode || READ_ONLY.test(mode)

  const nameOf = (mode: string): string =>
    modeOf(status)?.choices.find(({ value }) => value === mode)?.name ?? mode

  async function send(option: BrainOption, value: string): Promise<void> {
    if (!session) throw notReady(agent)
    if (option.id === MODE_ID) await session.setMode(value)
    else if (option.id === MODEL_ID) await session.setModel?.(value)
    else await session.setConfigOption(option.id, value)
  }

  async function enterAskingMode(): Promise<void> {
    const mode = modeOf(status)
    if (askingMode === null || !mode || mode.value === askingMode) return
    if (!mode.choices.some(({ value }) => value === askingMode)) return warn()
    wanted = askingMode
    try {
      const sent = send(mode, askingMode).then(() => true)
      if ((await withTimeout(sent, SET_TIMEOUT_MS, clock)) !== true) throw new Error('no answer')
      change(withValue(status, mode.id, askingMode))
    } catch (error) {
      deps.onError('the mode in which the agent asks', error)
    }
    if (modeOf(status)?.value !== askingMode) warn()
  }

  const warn = (): void => deps.onWarning(note() ?? '')

  function note(): string | null {
    const mode = modeOf(status)
    if (askingMode === null || !mode || asks(mode.value)) return null
    return `${agent} is in the mode “${nameOf(mode.value)}” and may act without asking.`
  }

  return {
    async begin(begun) {
      session = begun
      status = begunSession(begun.begun, begun.setModel !== undefined)
      wanted = modeOf(status)?.value ?? null
      chosenMode = null
      deps.onChange()
      await enterAskingMode()
    },
    receive: (update) => change(followSession(status, update)),
    async set(optionId, value) {
      const option = status.options.find(({ id }) => id === optionId)
      const chosen = option?.choices.find((choice) => choice.value === value)
      if (!option || !chosen)
        throw new FaultError('bad_request', `${agent} has no such option.`, 'Choose one of those it lists.')
      const before = wanted
      if (option.kind === 'mode') wanted = value
      try {
        await send(option, value)
      } catch (error) {
        wanted = before
        if (error instanceof FaultError) throw error
        deps.onError('an option of the agent', error)
        throw new FaultError(
          'brain_failed',
          `${agent} refused to change “${option.name}” to “${chosen.name}”.`,
          'Choose another value.',
        )
      }
      if (option.kind === 'mode') chosenMode = value
      change(withValue(status, optionId, value))
    },
    status: () => status,
    note,
    mustAsk(deed) {
      const mode = modeOf(status)
      if (askingMode === null || !mode || asks(mode.value) || mode.value !== chosenMode) return true
      const names = `${mode.value} ${nameOf(mode.value)}`
      return ONLY_LOOKS.test(names) || (deed === 'run' && ONLY_EDITS.test(names))
    },
  }
}

const notReady = (agent: string): FaultError =>
  new FaultError('brain_unavailable', `${agent} is not running.`, 'Ask it something first.')
