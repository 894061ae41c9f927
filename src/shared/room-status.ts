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
