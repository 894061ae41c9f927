// The real agent in a room on a real LiveKit server, with a scripted brain, a recognizer that returns what the test
// sets, and a tone as its voice. Everything is closed after the test.
import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import { createPlainAgent } from '../../fakes/plain-agent.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import { systemClock } from '../../../src/main/app/clock.ts'
import { createCompositeRoom } from '../../../src/main/rooms/composite-room.ts'
import { createLiveKitRoom, type LiveKitRoom } from '../../../src/main/rooms/livekit/livekit-room.ts'
import { agentToken, isTaken, peopleIn, putOut, type Keys } from '../../../src/main/rooms/livekit/tokens.ts'
import { createReplySpeaker } from '../../../src/main/speech/speaking/reply-speaker.ts'
import type { ParticipantRole } from '../../../src/shared/authorization.ts'
import type { RoomStatus } from '../../../src/shared/room-status.ts'
import { createFakeRecognizer } from '../../fakes/fake-recognizer.ts'
import { createFakeVoice } from '../../fakes/fake-voice.ts'
import { createMemoryJournal } from '../../fakes/memory-journal.ts'
import { createScriptedBrain, type BrainStep } from '../../fakes/scripted-brain.ts'
import { createCondition } from './condition.ts'
import { liveKitServer } from './on-server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close()
})

/** Registers a cleanup for after the test; the last one runs first. */
export const closeAfterwards = (close: () => unknown): void => void cleanups.push(close)

/** The identities of the owner's windows: everybody who joins with the window's own client. */
export const windows = new Set<string>()

/** The identities of participants whom the owner allowed to approve. */
export const approvers = new Set<string>()

function roleOf(identity: string): ParticipantRole {
  if (windows.has(identity)) return 'owner'
  return approvers.has(identity) ? 'approver' : 'participant'
}

export interface EnteredRoom {
  room: LiveKitRoom
  problems: string[]
  until(condition: (status: RoomStatus) => boolean): Promise<RoomStatus>
}

export const isIn = (status: RoomStatus): boolean => status.tag === 'livekit' && status.state === 'in'
export const isEmpty = (status: RoomStatus): boolean => status.tag === 'livekit' && status.state === 'empty'
export const isWaiting = (status: RoomStatus): boolean =>
  status.tag === 'livekit' && status.state === 'waiting'
export const isRefused = (status: RoomStatus): boolean =>
  status.tag === 'livekit' && status.state === 'refused'

/**
 * The agent's side of a room of this name. By default it is a separate Parley instance and uses the server's keys.
 */
export function enterRoom(
  name: string,
  keys: Keys = liveKitServer(),
  instance: string = randomUUID(),
): EnteredRoom {
  const problems: string[] = []
  const { changed, until } = createCondition(() => room.status())
  const room = createLiveKitRoom({
    url: keys.url,
    room: name,
    admission: async () => ({ url: keys.url, token: await agentToken(keys, name, instance) }),
    isTaken: () => isTaken(keys, name, instance),
    peopleThere: () => peopleIn(keys, name),
    putOut: (identity) => putOut(keys, name, identity),
    roleOf,
    clock: systemClock,
    random: () => 0,
    onStatus: changed,
    onProblem: (what, fields) => problems.push(`${what} ${JSON.stringify(fields)}`),
  })
  return { room, problems, until }
}

interface Options {
  name?: string
  script?: (text: string) => readonly BrainStep[]
  /** If false, replies are text only. */
  speaks?: boolean
  clock?: Clock
}

/** Starts an agent and waits until it is in its room. */
export async function startAgent({
  name = randomUUID(),
  script,
  speaks = true,
  clock = systemClock,
}: Options = {}) {
  const entered = enterRoom(name)
  const compositeRoom = createCompositeRoom('parley')
  compositeRoom.admit(entered.room)
  const brain = createScriptedBrain({ script: script ?? (() => [{ say: 'Here it is.' }]) })
  const heard = { text: 'open the session manager' }
  const recognizer = createFakeRecognizer({ words: () => heard.text, now: Date.now })
  const voice = createFakeVoice()
  const speaker = createReplySpeaker(voice, { voice: 'low', rate: 1, volume: 1 })
  const journal = createMemoryJournal()
  const errors: string[] = []
  const agent = createPlainAgent({
    room: compositeRoom,
    brain,
    journal,
    clock,
    speech: {
      recognizer: () => recognizer,
      speaker: () => (speaks ? speaker : null),
    },
    onError: (what, error) => errors.push(`${what}: ${String(error)}`),
  })
  closeAfterwards(async () => {
    await agent.close()
    await entered.room.leave()
  })
  await entered.until(isIn)
  return { ...entered, name, compositeRoom, brain, voice, journal, agent, heard, errors }
}
