// What the Vela page knows, what happens to it, and what it wants done.
import type { VelaClientEvent, VelaState } from '../../shared/wire/vela.ts'

/** Of the connection alone; the session's own state is another thing. */
export type Connection = 'not connected' | 'connecting' | 'connected' | 'disconnected' | 'error'

export type Pipeline = 'live' | 'mocked'

export type PageTurn =
  | { tag: 'none' }
  /** The button is held: how far its microphone is, and how many pieces were sent. */
  | { tag: 'held'; sound: 'none' | 'opening' | 'open'; sent: number }
  /** It is the gateway's until that is idle again. */
  | { tag: 'running' }

export interface PageState {
  connection: Connection
  /** How often connecting was tried in vain. */
  attempts: number
  /** When it is tried again by itself; null when it is not. */
  retryMs: number | null
  /** How many answers of "ready, and in this state" are still to come; the session is ready when none is. */
  awaited: number
  /** The first half of such an answer came. */
  halfReady: boolean
  session: VelaState
  /** What is chosen here, and what the gateway was told. */
  pipeline: Pipeline
  agreed: Pipeline
  turn: PageTurn
  partial: string
  final: string
  reply: string
  trouble: string | null
}

export type PageInput =
  | { type: 'connect.wished' }
  | { type: 'link.opened' }
  | { type: 'link.failed' }
  /** `random` is from 0 to 1. */
  | { type: 'link.closed'; code: number; random: number }
  | { type: 'message.came'; data: unknown }
  | { type: 'pipeline.chosen'; pipeline: Pipeline }
  | { type: 'mic.pressed' }
  | { type: 'mic.released' }
  | { type: 'mic.opened' }
  | { type: 'mic.heard'; chunk: string }
  | { type: 'mic.failed'; trouble: string }
  | { type: 'mocked.wished' }
  | { type: 'cancel.wished' }

export type PageEffect =
  | { type: 'connect' }
  | { type: 'retry.after'; ms: number }
  | { type: 'send'; event: VelaClientEvent }
  | { type: 'mic.open' }
  | { type: 'mic.close' }

export interface PageStep {
  state: PageState
  effects: readonly PageEffect[]
}

export const newPage = (pipeline: Pipeline): PageState => ({
  connection: 'not connected',
  attempts: 0,
  retryMs: null,
  awaited: 0,
  halfReady: false,
  session: 'idle',
  pipeline,
  agreed: 'mocked',
  turn: { tag: 'none' },
  partial: '',
  final: '',
  reply: '',
  trouble: null,
})

/** Connected, and the session is ready. */
const isUsable = ({ connection, awaited }: PageState): boolean => connection === 'connected' && awaited === 0

export const isActive = ({ turn, session }: PageState): boolean => turn.tag !== 'none' || session !== 'idle'

/** Which controls can be used (document 003: "UI connection shell behavior"). */
export function controlsOf(state: PageState) {
  const usable = isUsable(state)
  const active = isActive(state)
  return {
    mocked: usable && !active,
    // The one that is held has to be let go of.
    mic: usable && (!active || state.turn.tag === 'held'),
    cancel: usable && active,
    pipeline: !active && (usable || state.connection !== 'connected'),
    connect: state.connection !== 'connected' && state.connection !== 'connecting',
  }
}
