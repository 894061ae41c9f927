// What a Vela session is made of: what it knows, what it hears of, and what it asks for.
import type { Fault } from '../../../shared/errors.ts'
import type { VelaServerEvent, VelaState } from '../../../shared/wire/vela.ts'

/** Where the words come from: fixed in advance, or a real person and a real agent. */
export type VelaPipeline = 'mocked' | 'live'

/** Turns are counted; what comes late for one that is over is known by its number. */
export type VelaPhase =
  | { tag: 'idle' }
  /** A placeholder turn: so much was appended. */
  | { tag: 'buffering'; appends: number }
  /** A mocked turn: this is left to be said, one event at a time. */
  | { tag: 'reciting'; turn: number; rest: readonly VelaServerEvent[] }
  /** Somebody is talking: so much came, and this is what was last made of it. */
  | { tag: 'hearing'; turn: number; appends: number; samples: number; guess: string }
  /** They have finished, and the words are not there yet. */
  | { tag: 'recognising'; turn: number }
  /** The words are with the brain; `begun` once it answers. */
  | { tag: 'asking'; turn: number; begun: boolean }

export interface VelaSession {
  id: string
  /** For the turns that begin from now on. */
  pipeline: VelaPipeline
  phase: VelaPhase
  /** The state the client was told last. */
  told: VelaState
  turns: number
}

export type VelaInput =
  | { type: 'guest.came' }
  /** A frame, null for a binary one. `deaf` is why nobody could be heard now. */
  | { type: 'frame.came'; text: string | null; deaf: Deaf | null }
  | { type: 'timer.fired'; turn: number }
  | { type: 'words.guessed'; turn: number; text: string }
  | { type: 'words.settled'; turn: number; text: string }
  | { type: 'hearing.failed'; turn: number; fault: Fault }
  | { type: 'reply.appended'; turn: number; delta: string }
  | { type: 'turn.ended'; turn: number; outcome: 'completed' | 'interrupted' }
  | { type: 'turn.failed'; turn: number; fault: Fault }
  | { type: 'guest.left' }

export type Deaf = 'loading' | 'off' | 'failed'

export type VelaRequest =
  /** There is one timer at most. */
  | { type: 'timer.set'; turn: number; ms: number }
  | { type: 'timer.clear' }
  | { type: 'ears.wake' }
  | { type: 'take.open'; turn: number }
  | { type: 'take.write'; samples: Int16Array }
  | { type: 'take.release'; turn: number }
  | { type: 'take.cancel' }
  | { type: 'turn.ask'; turn: number; text: string }
  | { type: 'turn.interrupt' }

export interface VelaStep {
  session: VelaSession
  frames: readonly VelaServerEvent[]
  requests: readonly VelaRequest[]
}

export const newVelaSession = (id: string): VelaSession => ({
  id,
  pipeline: 'mocked',
  phase: { tag: 'idle' },
  told: 'idle',
  turns: 0,
})
