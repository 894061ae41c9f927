// Decides when to check for, download and install an update: never while somebody talks or the agent works, and never when
// updates are off. A request in between waits.
import type { UpdateChannel, UpdateStatus } from '../../shared/update-status.ts'

export interface UpdatesState {
  channel: UpdateChannel
  busy: boolean
  /** A check or download that had to wait. */
  due: boolean
  status: UpdateStatus
}

export type UpdatesInput =
  | { type: 'channel.chosen'; channel: UpdateChannel }
  | { type: 'busy.changed'; busy: boolean }
  | { type: 'check.requested' }
  | { type: 'found'; version: string; notes: string }
  | { type: 'nothing.found'; at: number }
  | { type: 'progressed'; version: string; percent: number }
  | { type: 'downloaded'; version: string }
  | { type: 'failed'; message: string; at: number }
  | { type: 'install.requested' }

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
    case 'check.requested':
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
    case 'install.requested':
      if (status.tag !== 'ready' || status.asked) return stay(state)
      return resume({ ...state, status: { ...status, asked: true } })
  }
}

/** Whether something is running that can fail. */
const isUnderWay = (status: UpdateStatus): boolean =>
  status.tag === 'checking' || status.tag === 'downloading' || (status.tag === 'ready' && status.asked)

const stay = (state: UpdatesState): Step => ({ state, requests: [] })

/** Another channel starts from the beginning; an update of the previous channel is not installed any more. */
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

/** Starts what had to wait, if nobody is busy any more. */
function resume(state: UpdatesState): Step {
  const { status, busy, due } = state
  if (busy) return stay(state)
  if (status.tag === 'ready' && status.asked) return { state, requests: ['install'] }
  if (!due) return stay(state)
  if (status.tag === 'downloading') return { state: { ...state, due: false }, requests: ['download'] }
  return check(state)
}

const MAX_FAILURE = 200
const unreachable = /net::ERR_|\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b/

/** A failure for the user, without the updater's stack and the server's full answer. */
export function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (unreachable.test(message)) return 'the update server could not be reached.'
  const first = message.trim().split('\n')[0]!.trim()
  return first.length > MAX_FAILURE ? `${first.slice(0, MAX_FAILURE)}…` : first
}

const MAX_NOTES = 20_000
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Release notes as plain text: they come as HTML from a web page. */
export function plainNotes(notes: string): string {
  return notes
    .slice(0, 4 * MAX_NOTES)
    .replaceAll(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/gi, '')
    .replaceAll(/<li[^>]*>/gi, '\n- ')
    .replaceAll(/<\/?(?:p|div|h\d|ul|ol|br|tr)[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\r/g, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}(?=- )/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MAX_NOTES)
}
