// Where the conversation takes place and the state of that connection, for the status bar and the room settings.
import type { Fault } from './errors.ts'

export interface PersonInRoom {
  identity: string
  name: string
  /** The owner allowed an approver to approve commands and edits. */
  role: 'owner' | 'approver' | 'participant'
}

export type RoomStatus =
  /** On this computer only. */
  | { tag: 'local' }
  /** In a LiveKit room. */
  | {
      tag: 'livekit'
      /**
       * `waiting` for the next attempt; `refused` until the user changes something; `empty` while the server has closed
       * the room because nobody else was in it.
       */
      state: 'joining' | 'in' | 'interrupted' | 'waiting' | 'refused' | 'empty'
      url: string
      room: string
      people: PersonInRoom[]
      fault: Fault | null
    }

/** A LiveKit server that Parley runs on this computer. */
export type LocalServerState =
  | { tag: 'off' }
  | { tag: 'starting'; lan: boolean }
  | {
      tag: 'running'
      /** Whether other devices in the network may join. */
      lan: boolean
      url: string
      /** Where other devices find it. */
      addresses: string[]
    }
  | { tag: 'failed'; lan: boolean; fault: Fault }

/** What a guest needs to join the room. */
export interface Invitation {
  url: string
  token: string
  /** Opens LiveKit's own page with both. */
  link: string
  /** How long the token is valid; null where it does not say so. */
  minutes: number | null
}

export const healthMatters = ['address', 'token', 'room', 'agent', 'microphone', 'network'] as const

/** One condition for talking in a room; `ok` is null for what is neither good nor bad. */
export interface HealthStep {
  what: (typeof healthMatters)[number]
  ok: boolean | null
  words: string
  /** What to do about it; null where nothing needs to be done. */
  remedy: string | null
}
