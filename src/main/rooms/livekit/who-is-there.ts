// Who is in the room. A server tells of people who only listen seconds after they came; whoever has called is there.
import { ParticipantKind, type Participant, type RemoteParticipant } from '@livekit/rtc-node'
import type { Clock, Unsubscribe } from '../../../core/ports.ts'

export interface Person {
  identity: string
  name: string
}

export interface WhoIsThere {
  people(): Person[]
  agents(): string[]
  /** Whether what this one sends is to be heard; who is not known yet is, until they turn out to be an agent. */
  mayTalk(identity: string): boolean
  /** They called, so they are there. */
  called(identity: string): void
  hasCalled(identity: string): boolean
  left(identity: string): void
  close(): void
}

export const isPerson = ({ kind }: Participant): boolean => kind !== ParticipantKind.AGENT

/** By then the server has told of them, or they have gone again. */
const UNTOLD_MS = 15_000

interface Deps {
  known(): ReadonlyMap<string, RemoteParticipant>
  clock: Clock
  /** Somebody counts no more, and nothing else tells of it. */
  onForgotten(): void
}

export function createWhoIsThere({ known, clock, onForgotten }: Deps): WhoIsThere {
  /** How to stop waiting for the server to tell of them. */
  const untold = new Map<string, Unsubscribe>()

  function forget(identity: string): void {
    untold.get(identity)?.()
    untold.delete(identity)
  }

  return {
    people() {
      for (const identity of untold.keys()) if (known().has(identity)) forget(identity)
      const told = [...known().values()].filter(isPerson)
      return [
        ...told.map(({ identity, name }) => ({ identity, name: name ?? '' })),
        ...[...untold.keys()].map((identity) => ({ identity, name: '' })),
      ]
    },
    agents: () => [...known().values()].filter((who) => !isPerson(who)).map(({ identity }) => identity),
    mayTalk(identity) {
      const who = known().get(identity)
      return who === undefined || isPerson(who)
    },
    called(identity) {
      if (known().has(identity)) return
      forget(identity)
      const cancel = clock.after(UNTOLD_MS, () => {
        untold.delete(identity)
        onForgotten()
      })
      untold.set(identity, cancel)
    },
    hasCalled: (identity) => untold.has(identity),
    left: forget,
    close: () => [...untold.keys()].forEach(forget),
  }
}
