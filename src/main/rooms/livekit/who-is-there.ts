// Who is in the room. A server tells of people who only listen seconds after they came; whoever has called is there.
import { ParticipantKind, type Participant, type RemoteParticipant } from '@livekit/rtc-node'

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
}

export const isPerson = ({ kind }: Participant): boolean => kind !== ParticipantKind.AGENT

/** By then the server has told of them, or they have gone again. */
const UNTOLD_MS = 15_000

export function createWhoIsThere(
  known: () => ReadonlyMap<string, RemoteParticipant> | Map<string, RemoteParticipant>,
  now: () => number,
): WhoIsThere {
  const untold = new Map<string, number>()

  function forgetOld(): void {
    for (const [identity, at] of untold)
      if (known().has(identity) || now() - at > UNTOLD_MS) untold.delete(identity)
  }

  return {
    people() {
      forgetOld()
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
      if (!known().has(identity)) untold.set(identity, now())
    },
    hasCalled: (identity) => untold.has(identity),
    left: (identity) => void untold.delete(identity),
  }
}
