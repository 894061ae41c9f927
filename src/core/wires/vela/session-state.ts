// State, inputs and effects of a Vela session.
import type { Fault } from '../../../shared/errors.ts'
import type { VelaServerEvent, VelaState } from '../../../shared/wire/vela.ts'

/** `mocked` answers with fixed texts, `live` with a real recognizer and agent. */
export type VelaPipeline = 'mocked' | 'live'

/** Turns have numbers, so that late inputs of an earlier turn can be ignored. */
export type VelaPhase =
  | { tag: 'idle' }
  /** A mocked turn with placeholder audio. */
  | { tag: 'buffering'; appends: number }
  /** A mocked turn: `rest` is sent one event at a time. */
  | { tag: 'mocked'; turn: number; rest: readonly VelaServerEvent[] }
  /** The user is talking. `guess` is the partial transcript. */
  | { tag: 'listening'; turn: number; appends: number; samples: number; guess: string }
  | { tag: 'transcribing'; turn: number }
  /** The brain has the request; `begun` once it answers. */
  | { tag: 'asking'; turn: number; begun: boolean }

export interface VelaSession {
  id: string
  /** Of the next turns. */
  pipeline: VelaPipeline
  phase: VelaPhase
  /** The last state that was sent to the client. */
  sentState: VelaState
  turns: number
}

export type VelaInput =
  | { type: 'guest.connected' }
  /** `text` is null for a binary frame. `problem` says why the recognizer cannot be used now. */
  | { type: 'frame.received'; text: string | null; problem: RecognizerProblem | null }
  | { type: 'timer.fired'; turn: number }
  | { type: 'transcript.updated'; turn: number; text: string }
  | { type: 'transcript.settled'; turn: number; text: string }
  | { type: 'recognition.failed'; turn: number; fault: Fault }
  | { type: 'reply.appended'; turn: number; delta: string }
  | { type: 'turn.ended'; turn: number; outcome: 'completed' | 'interrupted' }
  | { type: 'turn.failed'; turn: number; fault: Fault }
  | { type: 'guest.disconnected' }

/** A loading recognizer is not a problem: it transcribes the audio later. */
export type RecognizerProblem = 'off' | 'failed'

export type VelaEffect =
  /** There is one timer at most. */
  | { type: 'timer.set'; turn: number; ms: number }
  | { type: 'timer.clear' }
  | { type: 'recognizer.wake' }
  | { type: 'take.open'; turn: number }
  | { type: 'take.write'; samples: Int16Array }
  | { type: 'take.release'; turn: number }
  | { type: 'take.cancel' }
  | { type: 'turn.ask'; turn: number; text: string }
  | { type: 'turn.interrupt' }

export interface VelaStep {
  state: VelaSession
  frames: readonly VelaServerEvent[]
  effects: readonly VelaEffect[]
}

export const newVelaSession = (id: string): VelaSession => ({
  id,
  pipeline: 'mocked',
  phase: { tag: 'idle' },
  sentState: 'idle',
  turns: 0,
})
