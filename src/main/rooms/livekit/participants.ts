// Who is in the room. A server reports people who only listen seconds after they came; a room call shows earlier that they
// are there.
import { ParticipantKind, type Participant, type RemoteParticipant } from '@livekit/rtc-node'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'

export interface Person {
  identity: string
  name: string
}

export interface Participants {
  people(): Person[]
  agents(): string[]
  /** Whether the agent reads what this participant sends. True for an unknown one, until they turn out to be an agent. */
  mayTalk(identity: string): boolean
  /** They made a room call, so they are there. */
  called(identity: string): void
  hasCalled(identity: string): boolean
  left(identity: string): void
  close(): void
}

export const isPerson = ({ kind }: Participant): boolean => kind !== ParticipantKind.AGENT

/** By then the server has reported them, or they have left. */
const UNREPORTED_MS = 15_000

interface Deps {
  known(): ReadonlyMap<string, RemoteParticipant>
  clock: Clock
  /** Somebody does not count as present any more, and no event of the room says so. */
  onForgotten(): void
}

export function createParticipants({ known, clock, onForgotten }: Deps): Participants {
  /** People who called and are not reported yet, each with how to cancel the wait for it. */
  const unreported = new Map<string, Unsubscribe>()

  function forget(identity: string): void {
    unreported.get(identity)?.()
    unreported.delete(identity)
  }

  return {
    people() {
      for (const identity of unreported.keys()) if (known().has(identity)) forget(identity)
      const reported = [...known().values()].filter(isPerson)
      return [
        ...reported.map(({ identity, name }) => ({ identity, name: name ?? '' })),
        ...[...unreported.keys()].map((identity) => ({ identity, name: '' })),
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
      const cancel = clock.after(UNREPORTED_MS, () => {
        unreported.delete(identity)
        onForgotten()
      })
      unreported.set(identity, cancel)
    },
    hasCalled: (identity) => unreported.has(identity),
    left: forget,
    close: () => [...unreported.keys()].forEach(forget),
  }
}
