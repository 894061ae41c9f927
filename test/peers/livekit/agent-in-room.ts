// The real agent in a LiveKit room on a real server, with a brain that follows a script, ears that hear what the test says
// and a voice that is a tone. Everything is closed after the test.
import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import { createPlainAgent } from '../../fakes/plain-agent.ts'
import { systemClock } from '../../../src/main/clock.ts'
import { createHall } from '../../../src/main/rooms/hall.ts'
import { createLiveKitRoom, type LiveKitRoom } from '../../../src/main/rooms/livekit/livekit-room.ts'
import { agentToken, isTaken, putOut, type Keys } from '../../../src/main/rooms/livekit/tokens.ts'
import { createSpeaker } from '../../../src/main/speech/voice/speaker.ts'
import type { RoomStatus } from '../../../src/shared/room-status.ts'
import { createFakeEars } from '../../fakes/fake-ears.ts'
import { createFakeVoice } from '../../fakes/fake-voice.ts'
import { createMemoryJournal } from '../../fakes/memory-journal.ts'
import { createScriptedBrain, type BrainStep } from '../../fakes/scripted-brain.ts'
import { createCondition } from './condition.ts'
import { theServer } from './on-server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** What is to be closed after the test, the last first. */
export const closeAfterwards = (close: () => unknown): void => void closing.push(close)

export interface EnteredRoom {
  room: LiveKitRoom
  problems: string[]
  until(condition: (status: RoomStatus) => boolean): Promise<RoomStatus>
}

export const isIn = (status: RoomStatus): boolean => status.tag === 'livekit' && status.state === 'in'
export const isWaiting = (status: RoomStatus): boolean =>
  status.tag === 'livekit' && status.state === 'waiting'
export const isRefused = (status: RoomStatus): boolean =>
  status.tag === 'livekit' && status.state === 'refused'

/**
 * The agent's side of a room of this name, of a Parley of its own unless it is named; with other keys than the server's, if
 * the test says so.
 */
export function enterRoom(
  name: string,
  keys: Keys = theServer(),
  instance: string = randomUUID(),
): EnteredRoom {
  const problems: string[] = []
  const { changed, until } = createCondition(() => room.status())
  const room = createLiveKitRoom({
    url: keys.url,
    room: name,
    admission: async () => ({ url: keys.url, token: await agentToken(keys, name, instance) }),
    isTaken: () => isTaken(keys, name, instance),
    putOut: (identity) => putOut(keys, name, identity),
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
  /** Without one, replies are only read. */
  speaks?: boolean
}

/** An agent who is in. */
export async function startAgent({ name = randomUUID(), script, speaks = true }: Options = {}) {
  const entered = enterRoom(name)
  const hall = createHall('parley')
  hall.admit(entered.room)
  const brain = createScriptedBrain({ script: script ?? (() => [{ say: 'Here it is.' }]) })
  const heard = { words: 'open the session manager' }
  const ears = createFakeEars({ words: () => heard.words, now: Date.now })
  const voice = createFakeVoice()
  const speaker = createSpeaker(voice, { voice: 'low', rate: 1, volume: 1 })
  const journal = createMemoryJournal()
  const errors: string[] = []
  const agent = createPlainAgent({
    room: hall,
    brain,
    journal,
    speech: {
      ears: () => ears,
      speaker: () => (speaks ? speaker : null),
    },
    onError: (what, error) => errors.push(`${what}: ${String(error)}`),
  })
  closeAfterwards(async () => {
    await agent.close()
    await entered.room.leave()
  })
  await entered.until(isIn)
  return { ...entered, name, hall, brain, voice, journal, agent, heard, errors }
}
