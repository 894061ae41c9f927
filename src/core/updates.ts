// When a newer version is looked for, fetched and installed: never while somebody talks or the agent works, and never where
// it was switched off. What is asked for in between waits.
import type { UpdateChannel, UpdateStatus } from '../shared/update-status.ts'

export interface UpdatesState {
  channel: UpdateChannel
  busy: boolean
  /** A look that was due while it could not be. */
  due: boolean
  status: UpdateStatus
}

export type UpdatesInput =
  | { type: 'channel.chosen'; channel: UpdateChannel }
  | { type: 'busy.changed'; busy: boolean }
  | { type: 'check.wished' }
  | { type: 'found'; version: string; notes: string }
  | { type: 'nothing.found'; at: number }
  | { type: 'progressed'; version: string; percent: number }
  | { type: 'downloaded'; version: string }
  | { type: 'failed'; message: string; at: number }
  | { type: 'install.wished' }

export type UpdatesRequest = 'check' | 'download' | 'install'

interface Step {
  state: UpdatesState
  requests: UpdatesRequest[]
}

export const initialUpdates = (channel: UpdateChannel): UpdatesState => ({
  channel,
  busy: false,
  due: false,
  status: channel === 'off' ? { tag: 'off' } : { tag: 'current', checkedAt: null },
})

export function stepUpdates(state: UpdatesState, input: UpdatesInput): Step {
  const { status } = state
  switch (input.type) {
    case 'channel.chosen':
      return choose(state, input.channel)
    case 'busy.changed':
      return input.busy ? stay({ ...state, busy: true }) : resume({ ...state, busy: false })
    case 'check.wished':
      return check(state)
    case 'found': {
      if (status.tag !== 'checking') return stay(state)
      const { version, notes } = input
      return resume({ ...state, due: true, status: { tag: 'downloading', version, notes, percent: 0 } })
    }
    case 'nothing.found':
      if (status.tag !== 'checking') return stay(state)
      return stay({ ...state, status: { tag: 'current', checkedAt: input.at } })
    case 'progressed':
      if (status.tag !== 'downloading' || status.version !== input.version) return stay(state)
      return stay({ ...state, status: { ...status, percent: Math.round(input.percent) } })
    case 'downloaded': {
      if (status.tag !== 'downloading' || status.version !== input.version) return stay(state)
      const { version, notes } = status
      return stay({ ...state, status: { tag: 'ready', version, notes, asked: false } })
    }
    case 'failed':
      if (!isUnderWay(status)) return stay(state)
      return stay({ ...state, status: { tag: 'failed', message: input.message, checkedAt: input.at } })
    case 'install.wished':
      if (status.tag !== 'ready' || status.asked) return stay(state)
      return resume({ ...state, status: { ...status, asked: true } })
  }
}

/** Whether something was asked for that can go wrong. */
const isUnderWay = (status: UpdateStatus): boolean =>
  status.tag === 'checking' || status.tag === 'downloading' || (status.tag === 'ready' && status.asked)

const stay = (state: UpdatesState): Step => ({ state, requests: [] })

/** Another channel begins anew; what was fetched from the one before is not installed any more. */
function choose(state: UpdatesState, channel: UpdateChannel): Step {
  if (channel === state.channel) return stay(state)
  const fresh = { ...initialUpdates(channel), busy: state.busy }
  return channel === 'off' ? stay(fresh) : check(fresh)
}

function check(state: UpdatesState): Step {
  const { status, busy } = state
  if (status.tag !== 'current' && status.tag !== 'failed') return stay(state)
  if (busy) return stay({ ...state, due: true })
  return { state: { ...state, due: false, status: { tag: 'checking' } }, requests: ['check'] }
}

/** Does what had to wait, if it need not wait any longer. */
function resume(state: UpdatesState): Step {
  const { status, busy, due } = state
  if (busy) return stay(state)
  if (status.tag === 'ready' && status.asked) return { state, requests: ['install'] }
  if (!due) return stay(state)
  if (status.tag === 'downloading') return { state: { ...state, due: false }, requests: ['download'] }
  return check(state)
}

const LONGEST_FAILURE = 200
const unreachable = /net::ERR_|\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b/

/** What a person is told of it. What fetches versions adds where it went wrong in its code, and all that the server said. */
export function failureWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (unreachable.test(message)) return 'the place where versions are could not be reached.'
  const first = message.trim().split('\n')[0]!.trim()
  return first.length > LONGEST_FAILURE ? `${first.slice(0, LONGEST_FAILURE)}…` : first
}
