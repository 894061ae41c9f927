// The setup for measuring rooms: one agent in a LiveKit room on a real server and in the local room at once, with a listener
// in each, a scripted brain, and a tone as the voice.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Brain, BrainEvent } from '../src/core/ports/brain.ts'
import type { Room } from '../src/core/ports/room.ts'
import { createPlainAgent } from '../test/fakes/plain-agent.ts'
import { systemClock } from '../src/main/app/clock.ts'
import { createCompositeRoom } from '../src/main/rooms/composite-room.ts'
import { loadLiveKit } from '../src/main/rooms/livekit/load-livekit.ts'
import { agentToken, guestToken } from '../src/main/rooms/livekit/tokens.ts'
import { createLocalRoom } from '../src/main/rooms/local/local-room.ts'
import { createSocketTransport } from '../src/main/rooms/local/socket-transport.ts'
import { createReplySpeaker } from '../src/main/speech/speaking/reply-speaker.ts'
import { openLocalLink } from '../src/renderer/room/local-link.ts'
import type { RoomLink, RoomListener } from '../src/renderer/room/room-link.ts'
import { openSocketTransport } from '../src/renderer/room/transports.ts'
import { readyBrain } from '../src/shared/brain-status.ts'
import { createFakeVoice } from '../test/fakes/fake-voice.ts'
import type { NodeLink } from '../test/peers/livekit/node-link.ts'
import { startLiveKit, type LiveKitServer } from '../test/peers/livekit/server.ts'

/** A participant that reports what the measurement needs. */
export interface Listening<L extends RoomLink> {
  link: L
  onData: (bytes: Uint8Array) => void
  onVoice: (samples: Int16Array) => void
}

export interface RoomStage {
  server: LiveKitServer
  /** The agent's side of both rooms. */
  composite: Room
  localRoom: ReturnType<typeof createLocalRoom>
  livekit: Listening<NodeLink>
  local: Listening<RoomLink>
  /** Starts a turn that stays open; the answer emits the brain's events in it. */
  openTurn(): Promise<{ runId: string; emit(event: BrainEvent): void }>
  close(): Promise<void>
}

export const ROOM = 'bench'

export async function openRoomStage(): Promise<RoomStage> {
  const started = await startLiveKit()
  if (started.tag === 'absent') throw new Error(started.reason)
  const { server, stop } = started
  const { createLiveKitRoom } = await loadLiveKit()
  const composite = createCompositeRoom('parley')
  const localRoom = createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })
  composite.admit(localRoom)
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
  composite.admit(livekitRoom)
  const stageBrain = createStageBrain()
  const speaker = createReplySpeaker(createFakeVoice(), { voice: 'low', rate: 1, volume: 1 })
  const agent = createPlainAgent({
    room: composite,
    brain: stageBrain.brain,
    speech: {
      speaker: () => speaker,
    },
    onError: (what, error) => process.stderr.write(`${what}: ${String(error)}\n`),
  })
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  sockets.on('connection', (socket) => localRoom.attach(createSocketTransport(socket), randomUUID()))
  await once(sockets, 'listening')
  const { openNodeLink } = await import('../test/peers/livekit/node-link.ts')
  const token = await guestToken(server, ROOM, { identity: 'ada', name: 'Ada' })
  const livekit = await listening((listener) =>
    openNodeLink({ url: server.url, token, topics: ['lk.transcription'] }, listener),
  )
  const { port } = sockets.address() as AddressInfo
  const local = await listening(async (listener) =>
    openLocalLink(await openSocketTransport(new WebSocket(`ws://127.0.0.1:${port}`)), listener),
  )
  return {
    server,
    composite,
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
  const handlers: Pick<Listening<L>, 'onData' | 'onVoice'> = { onData: () => {}, onVoice: () => {} }
  const link = await open({
    data: (_topic, bytes) => handlers.onData(bytes),
    audio: (samples) => handlers.onVoice(samples),
    textOpened: () => {},
    textAppended: () => {},
    textClosed: () => {},
    attributesChanged: () => {},
    recovered: () => {},
    weakened: () => {},
    closed: () => {},
  })
  return Object.assign(handlers, { link })
}

function createStageBrain() {
  const listeners = new Set<(event: BrainEvent) => void>()
  let ask: (runId: string) => void = () => {}
  const brain: Brain = {
    name: 'Stage',
    ask: ({ runId }) => ask(runId),
    abort: (runId) =>
      listeners.forEach((listener) => listener({ type: 'run.ended', runId, outcome: 'aborted' })),
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
    emit: (event: BrainEvent) => listeners.forEach((listener) => listener(event)),
    asked: () => new Promise<string>((resolve) => (ask = resolve)),
  }
}
