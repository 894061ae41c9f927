// How whoever answers is doing, for the status bar and the card that helps to set it up.
import type { Fault } from './errors.ts'

export interface BrainStatus {
  /** What it is called. */
  name: string
  state: 'ready' | 'connecting' | 'lost' | 'refused'
  /** Why it is not ready, and what to do about it. */
  fault: Fault | null
  /** What and where it is: "OpenClaw 2026.9.6 at localhost:18789". */
  place: string | null
  /** Something about it that the person should know, though it works. */
  note: string | null
  /** When something was last heard of the run that is going on, if that is too long ago. */
  quietSince: number | null
}

export const readyBrain = (name: string): BrainStatus => ({
  name,
  state: 'ready',
  fault: null,
  place: null,
  note: null,
  quietSince: null,
})
