// State, inputs and effects of the Vela page.
import type { VelaClientEvent, VelaState } from '../../shared/wire/vela.ts'

/** Of the connection, not of the session. */
export type Connection = 'not connected' | 'connecting' | 'connected' | 'disconnected' | 'error'

export type Pipeline = 'live' | 'mocked'

export type PageTurn =
  | { tag: 'none' }
  /** The button is held: the state of the microphone, and how many chunks were sent. */
  | { tag: 'held'; microphone: 'none' | 'opening' | 'open'; sent: number }
  /** The gateway handles it until it is idle. */
  | { tag: 'running' }

export interface PageState {
  connection: Connection
  /** Failed attempts to connect. */
  attempts: number
  /** When the page reconnects; null if it does not. */
  retryMs: number | null
  /** Expected pairs of session.ready and session.state. The session is usable when none is missing. */
  readyPending: number
  /** session.ready arrived, session.state did not. */
  halfReady: boolean
  session: VelaState
  /** The chosen pipeline, and the one that the gateway knows. */
  pipeline: Pipeline
  agreed: Pipeline
  turn: PageTurn
  partial: string
  final: string
  reply: string
  problem: string | null
}

export type PageInput =
  | { type: 'connect.requested' }
  | { type: 'link.opened' }
  | { type: 'link.failed' }
  /** `random` is from 0 to 1. */
  | { type: 'link.closed'; code: number; random: number }
  | { type: 'message.received'; data: unknown }
  | { type: 'pipeline.chosen'; pipeline: Pipeline }
  | { type: 'mic.pressed' }
  | { type: 'mic.released' }
  | { type: 'mic.opened' }
  | { type: 'mic.audio'; chunk: string }
  | { type: 'mic.failed'; problem: string }
  | { type: 'mocked.requested' }
  | { type: 'cancel.requested' }

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
  readyPending: 0,
  halfReady: false,
  session: 'idle',
  pipeline,
  agreed: 'mocked',
  turn: { tag: 'none' },
  partial: '',
  final: '',
  reply: '',
  problem: null,
})

/** Connected, and the session is ready. */
const isUsable = ({ connection, readyPending }: PageState): boolean =>
  connection === 'connected' && readyPending === 0

export const isActive = ({ turn, session }: PageState): boolean => turn.tag !== 'none' || session !== 'idle'

/** Which controls are enabled. */
export function controlsOf(state: PageState) {
  const usable = isUsable(state)
  const active = isActive(state)
  return {
    mocked: usable && !active,
    // A held button must stay enabled until its release.
    mic: usable && (!active || state.turn.tag === 'held'),
    cancel: usable && active,
    pipeline: !active && (usable || state.connection !== 'connected'),
    connect: state.connection !== 'connected' && state.connection !== 'connecting',
  }
}
