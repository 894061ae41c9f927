// A stage for measuring rooms: one agent in a LiveKit room on a real server and in the local room at once, with a listener
// in each, a brain that does what the measurement says, and a voice that is a tone.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Brain, BrainEvent, Room } from '../src/core/ports.ts'
import { createPlainAgent } from '../test/fakes/plain-agent.ts'
import { systemClock } from '../src/main/clock.ts'
import { createHall } from '../src/main/rooms/hall.ts'
import { loadLiveKit } from '../src/main/rooms/livekit/load.ts'
import { agentToken, guestToken } from '../src/main/rooms/livekit/tokens.ts'
import { createLocalRoom } from '../src/main/rooms/local/local-room.ts'
import { createSocketCarrier } from '../src/main/rooms/local/socket-carrier.ts'
import { createSpeaker } from '../src/main/speech/voice/speaker.ts'
import { openLocalLink } from '../src/renderer/room/local-link.ts'
import type { RoomLink, RoomListener } from '../src/renderer/room/room-link.ts'
import { openSocketCarrier } from '../src/renderer/room/socket-carrier.ts'
import { readyBrain } from '../src/shared/brain-status.ts'
import { createFakeVoice } from '../test/fakes/fake-voice.ts'
import type { NodeLink } from '../test/peers/livekit/node-link.ts'
import { startLiveKit, type LiveKitServer } from '../test/peers/livekit/server.ts'

/** Somebody in a room, who hears what the measurement wants to hear. */
export interface Listening<L extends RoomLink> {
  link: L
  onData: (bytes: Uint8Array) => void
  onVoice: (samples: Int16Array) => void
}

export interface RoomStage {
  server: LiveKitServer
  /** The agent's side of both rooms. */
  hall: Room
  localRoom: ReturnType<typeof createLocalRoom>
  livekit: Listening<NodeLink>
  local: Listening<RoomLink>
  /** Starts a turn that stays open, and gives what makes the brain's events in it. */
  openTurn(): Promise<{ runId: string; emit(event: BrainEvent): void }>
  close(): Promise<void>
}

export const ROOM = 'bench'

export async function openRoomStage(): Promise<RoomStage> {
  const started = await startLiveKit()
  if (started.tag === 'absent') throw new Error(started.reason)
  const { server, stop } = started
  const { createLiveKitRoom } = await loadLiveKit()
  const hall = createHall('parley')
  const localRoom = createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })
  hall.admit(localRoom)
  const livekitRoom = await new Promise<ReturnType<typeof createLiveKitRoom>>((resolve) => {
    const room = createLiveKitRoom({
      url: server.url,
      room: ROOM,
      admission: async () => ({ url: server.url, token: await agentToken(server, ROOM, 'bench') }),
      clock: systemClock,
      random: Math.random,
      onStatus: (status) => status.tag === 'livekit' && status.state === 'in' && resolve(room),
      onProblem: (what) => process.stderr.write(`${what}\n`),
    })
  })
  hall.admit(livekitRoom)
  const stageBrain = createStageBrain()
  const speaker = createSpeaker(createFakeVoice(), { voice: 'low', rate: 1, volume: 1 })
  const agent = createPlainAgent({
    room: hall,
    brain: stageBrain.brain,
    speech: {
      speaker: () => speaker,
    },
    onError: (what, error) => process.stderr.write(`${what}: ${String(error)}\n`),
  })
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  sockets.on('connection', (socket) => localRoom.attach(createSocketCarrier(socket), randomUUID()))
  await once(sockets, 'listening')
  const { openNodeLink } = await import('../test/peers/livekit/node-link.ts')
  const token = await guestToken(server, ROOM, { identity: 'ada', name: 'Ada' })
  const livekit = await listening((listener) =>
    openNodeLink({ url: server.url, token, topics: ['lk.transcription'] }, listener),
  )
  const { port } = sockets.address() as AddressInfo
  const local = await listening(async (listener) =>
    openLocalLink(await openSocketCarrier(new WebSocket(`ws://127.0.0.1:${port}`)), listener),
  )
  return {
    server,
    hall,
    localRoom,
    livekit,
    local,
    async openTurn() {
      const runId = stageBrain.asked()
      await local.link.sendText('lk.chat', 'go')
      return { runId: await runId, emit: stageBrain.emit }
    },
    async close() {
      local.link.close()
      livekit.link.close()
      await agent.close()
      await livekitRoom.leave()
      localRoom.close()
      sockets.close()
      await stop()
    },
  }
}

async function listening<L extends RoomLink>(
  open: (listener: RoomListener) => Promise<L>,
): Promise<Listening<L>> {
  const heard: Pick<Listening<L>, 'onData' | 'onVoice'> = { onData: () => {}, onVoice: () => {} }
  const link = await open({
    data: (_topic, bytes) => heard.onData(bytes),
    audio: (samples) => heard.onVoice(samples),
    textOpened: () => {},
    textAppended: () => {},
    textClosed: () => {},
    attributesChanged: () => {},
    mended: () => {},
    weakened: () => {},
    closed: () => {},
  })
  return Object.assign(heard, { link })
}

function createStageBrain() {
  const listeners = new Set<(event: BrainEvent) => void>()
  let ask: (runId: string) => void = () => {}
  const brain: Brain = {
    name: 'Stage',
    ask: ({ runId }) => ask(runId),
    abort: (runId) => listeners.forEach((tell) => tell({ type: 'run.ended', runId, outcome: 'aborted' })),
    answerApproval() {},
    status: () => readyBrain('Stage'),
    onStatus: () => () => {},
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {},
  }
  return {
    brain,
    emit: (event: BrainEvent) => listeners.forEach((tell) => tell(event)),
    asked: () => new Promise<string>((resolve) => (ask = resolve)),
  }
}
