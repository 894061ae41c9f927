// What an agent tells about its session: options, commands, usage and title, in the terms of the brain's status.
import type {
  AvailableCommand,
  NewSessionResponse,
  SessionConfigOption,
  SessionUpdate,
} from '@agentclientprotocol/sdk'
import { truncate } from '../../../base/truncate.ts'
import type { BrainCommand, BrainOption, BrainUsage } from '../../../shared/brain-status.ts'
import { isFields } from './file-names.ts'

/** The parts of a brain's status that come from the session. */
export interface SessionStatus {
  readonly options: readonly BrainOption[]
  readonly commands: readonly BrainCommand[]
  readonly usage: BrainUsage | null
  readonly title: string | null
}

export const emptySession: SessionStatus = { options: [], commands: [], usage: null, title: null }

/** The id of the option that stands for the session's mode, where the agent has no option of its own for it. */
export const MODE_ID = 'session-mode'
/** The same for the choice of model in an earlier form of the protocol. */
export const MODEL_ID = 'session-model'

const MAX_OPTIONS = 30
const MAX_CHOICES = 300
const MAX_COMMANDS = 300

type Begun = Omit<NewSessionResponse, 'sessionId'>
type Choice = BrainOption['choices'][number]

export function begunSession(begun: Begun, hasModels: boolean): SessionStatus {
  const options = configOptions(begun.configOptions ?? [])
  const mode = options.some(({ kind }) => kind === 'mode') ? null : modeOption(begun)
  const model = !hasModels || options.some(({ kind }) => kind === 'model') ? null : modelOption(begun)
  return { ...emptySession, options: [mode, model].filter((one) => one !== null).concat(options) }
}

function modeOption({ modes }: Begun): BrainOption | null {
  if (!modes || modes.availableModes.length === 0) return null
  const choices = modes.availableModes.map(({ id, name, description }) => choice(id, name, description))
  return { id: MODE_ID, name: 'Mode', kind: 'mode', value: modes.currentModeId, choices: bounded(choices) }
}

/** Gemini CLI tells its models in a field that the protocol does not have any more. */
function modelOption(begun: Begun): BrainOption | null {
  const models = (begun as Record<string, unknown>)['models']
  if (!isFields(models) || !Array.isArray(models['availableModels'])) return null
  const choices = models['availableModels'].slice(0, MAX_CHOICES).flatMap((model: unknown) => {
    if (!isFields(model) || !isId(model['modelId'])) return []
    const { modelId, name, description } = model
    return [
      choice(
        modelId as string,
        typeof name === 'string' ? name : (modelId as string),
        typeof description === 'string' ? description : null,
      ),
    ]
  })
  const value = models['currentModelId']
  if (choices.length === 0 || typeof value !== 'string') return null
  return { id: MODEL_ID, name: 'Model', kind: 'model', value, choices }
}

/** Options of a type that Parley does not know, or that are damaged, are left out. */
const configOptions = (options: readonly SessionConfigOption[]): BrainOption[] =>
  options.slice(0, MAX_OPTIONS).flatMap((option): BrainOption[] => {
    const { id, category, currentValue: value } = option
    if (!isId(id)) return []
    const kind = category === 'mode' || category === 'model' ? category : 'other'
    const about = { id, name: truncate(option.name, 100), kind } as const
    if (option.type === 'boolean') {
      const choices = [choice('true', 'On', null), choice('false', 'Off', null)]
      return [{ ...about, value: String(value === true), choices }]
    }
    const choices = bounded(selectable(option.options))
    return isId(value) && choices.length > 0 ? [{ ...about, value, choices }] : []
  })

function selectable(told: unknown, group = ''): Choice[] {
  if (!Array.isArray(told)) return []
  return told.slice(0, MAX_CHOICES).flatMap((one: unknown): Choice[] => {
    if (!isFields(one) || typeof one['name'] !== 'string') return []
    const { value, name, description, options } = one
    if (group === '' && Array.isArray(options)) return selectable(options, `${truncate(name, 100)}: `)
    if (!isId(value)) return []
    return [choice(value, group + name, typeof description === 'string' ? description : null)]
  })
}

/** What is sent back to the agent is never cut, so it must not be long. */
const isId = (value: unknown): value is string => typeof value === 'string' && value.length <= 500

const choice = (value: string, name: string, description: string | null | undefined): Choice => ({
  value,
  name: truncate(name, 100),
  description: description ? truncate(description, 300) : null,
})

const bounded = (choices: Choice[]): Choice[] => choices.slice(0, MAX_CHOICES)

/** The session after an update; the same object if nothing is different. */
export function followSession(session: SessionStatus, update: SessionUpdate): SessionStatus {
  switch (update.sessionUpdate) {
    case 'usage_update': {
      const { used, size, cost } = update
      const usage = {
        usedTokens: used,
        contextTokens: size,
        // Some agents tell the cost only now and then.
        cost: costIn(cost) ?? session.usage?.cost ?? null,
      }
      return sameUsage(session.usage, usage) ? session : { ...session, usage }
    }
    case 'available_commands_update':
      return { ...session, commands: update.availableCommands.slice(0, MAX_COMMANDS).map(commandOf) }
    case 'current_mode_update': {
      const mode = modeOf(session)
      return mode ? withValue(session, mode.id, update.currentModeId) : session
    }
    case 'config_option_update': {
      const own = session.options.filter(({ id }) => id === MODE_ID || id === MODEL_ID)
      const options = configOptions(update.configOptions)
      const kept = own.filter(({ kind }) => !options.some((option) => option.kind === kind))
      return { ...session, options: [...kept, ...options] }
    }
    case 'session_info_update': {
      const { title } = update
      if (typeof title !== 'string' || title === session.title) return session
      return { ...session, title: truncate(title, 300) }
    }
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
    case 'tool_call':
    case 'tool_call_update':
    case 'plan':
    case 'notice':
    case 'compaction_update':
    case 'compaction_summary_chunk':
    default:
      return session
  }
}

/** Null if it is no amount of money. */
function costIn(cost: unknown): BrainUsage['cost'] {
  if (!isFields(cost)) return null
  const { amount, currency } = cost
  if (typeof amount !== 'number' || !Number.isFinite(amount) || typeof currency !== 'string') return null
  return { amount, currency: currency.slice(0, 12) }
}

const sameUsage = (one: BrainUsage | null, other: BrainUsage): boolean =>
  one !== null &&
  one.usedTokens === other.usedTokens &&
  one.contextTokens === other.contextTokens &&
  one.cost?.amount === other.cost?.amount

const commandOf = ({ name, description, input }: AvailableCommand): BrainCommand => ({
  name: truncate(name.replace(/^\//, ''), 100),
  description: truncate(description, 500),
  hint: isFields(input) && typeof input['hint'] === 'string' ? truncate(input['hint'], 200) : null,
})

export const modeOf = ({ options }: SessionStatus): BrainOption | null =>
  options.find(({ kind }) => kind === 'mode') ?? null

export function withValue(session: SessionStatus, optionId: string, value: string): SessionStatus {
  const option = session.options.find(({ id }) => id === optionId)
  if (!option || option.value === value) return session
  const options = session.options.map((one) => (one === option ? { ...one, value } : one))
  return { ...session, options }
}
