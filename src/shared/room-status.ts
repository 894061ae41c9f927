// Where the conversation takes place, and how that is going, for the status bar and the page about it.
import type { Fault } from './errors.ts'

export interface PersonInRoom {
  identity: string
  name: string
}

export type RoomStatus =
  /** Here, with nobody but whoever has this window. */
  | { tag: 'local' }
  /** In a LiveKit room. */
  | {
      tag: 'livekit'
      /** `waiting` for the next try; `refused` until somebody changes something. */
      state: 'joining' | 'in' | 'interrupted' | 'waiting' | 'refused'
      url: string
      room: string
      people: PersonInRoom[]
      fault: Fault | null
    }

/** A LiveKit server that Parley itself has started on this computer. */
export type LocalServerState =
  | { tag: 'off' }
  | { tag: 'starting'; lan: boolean }
  | {
      tag: 'running'
      /** Whether others in this computer's network may join. */
      lan: boolean
      url: string
      /** Where those others find it. */
      addresses: string[]
    }
  | { tag: 'failed'; lan: boolean; fault: Fault }

/** What somebody needs to join the room from elsewhere. */
export interface Invitation {
  url: string
  token: string
  /** Opens LiveKit's own page with both. */
  link: string
  /** How long the token is good for; null where it does not say. */
  minutes: number | null
}

export const healthMatters = ['address', 'token', 'room', 'agent', 'microphone', 'network'] as const

/** One thing that has to be well for talking in a room; `ok` is null for what is neither good nor bad. */
export interface HealthStep {
  what: (typeof healthMatters)[number]
  ok: boolean | null
  words: string
  /** What to do about it; null where nothing is to be done. */
  remedy: string | null
}
