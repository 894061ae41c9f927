// The window's side of a LiveKit room over rtc-node instead of a page, so that tests can have many participants. The
// window's real side is tested in real pages.
import { AudioStream, Room, RoomEvent, RpcError, TrackKind, type RemoteTrack } from '@livekit/rtc-node'
import { encodeAudio } from '../../../src/core/wires/local-room/room-audio.ts'
import { parseJson } from '../../../src/base/parse-json.ts'
import { AUDIO_TOPIC } from '../../../src/shared/wire/room-sound.ts'
import { withActivity } from '../../../src/renderer/room/agent-attributes.ts'
import type { RoomLink, RoomListener } from '../../../src/renderer/room/room-link.ts'
import { FaultError } from '../../../src/shared/errors.ts'
import { AGENT_IDENTITY, refusal } from '../../../src/shared/wire/livekit.ts'

export interface NodeLink extends RoomLink {
  room: Room
}

/** Longer than a window waits for the agent, because the machine is busy. */
const AGENT_TIMEOUT_MS = 60_000

export async function openNodeLink(
  { url, token, topics }: { url: string; token: string; topics: readonly string[] },
  listener: RoomListener,
): Promise<NodeLink> {
  const room = new Room()
  for (const topic of topics)
    room.registerTextStreamHandler(topic, async (reader, { identity }) => {
      const { streamId, attributes = {} } = reader.info
      listener.textOpened({ streamId, topic, sender: identity, attributes })
      try {
        for await (const piece of reader) listener.textAppended(streamId, piece)
      } catch {
        // A stream that breaks off ends with the text so far.
      }
      listener.textClosed(streamId)
    })
  room
    .on(RoomEvent.DataReceived, (bytes, _from, _kind, topic = '') => listener.data(topic, bytes))
    .on(RoomEvent.ParticipantAttributesChanged, (_changed, participant) => {
      if (participant.identity === AGENT_IDENTITY)
        listener.attributesChanged(withActivity(participant.attributes))
    })
    .on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind === TrackKind.KIND_AUDIO) void receive(track)
    })
    .on(RoomEvent.ParticipantDisconnected, (participant) => {
      if (participant.identity === AGENT_IDENTITY) leave()
    })
    .on(RoomEvent.Reconnected, () => listener.recovered())
    .on(RoomEvent.Disconnected, () => end())
  const ended = new AbortController()
  function end(): void {
    if (ended.signal.aborted) return
    ended.abort(new Error('The room ended.'))
    listener.closed('The room ended.')
  }
  function leave(): void {
    void room.disconnect()
    end()
  }
  async function receive(track: RemoteTrack): Promise<void> {
    for await (const { data, sampleRate } of new AudioStream(track, 48_000)) listener.audio(data, sampleRate)
  }
  await room.connect(url, token, { autoSubscribe: true, dynacast: false })
  try {
    await agentOf(room)
  } catch (error) {
    await room.disconnect()
    throw error
  }
  const me = room.localParticipant!
  listener.attributesChanged(withActivity(room.remoteParticipants.get(AGENT_IDENTITY)?.attributes ?? {}))
  async function call(method: string, payload: string): Promise<string> {
    try {
      const asked = me.performRpc({
        destinationIdentity: AGENT_IDENTITY,
        method,
        payload,
        responseTimeout: 60_000,
      })
      const failed = new Promise<never>((_, reject) => {
        if (ended.signal.aborted) reject(ended.signal.reason as Error)
        ended.signal.addEventListener('abort', () => reject(ended.signal.reason as Error))
      })
      return await Promise.race([asked, failed])
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      if (error.code === 1400) throw new Error(`Nobody here answers ${method}.`, { cause: error })
      const fault = refusal.safeParse(parseJson(error.data ?? ''))
      if (!fault.success) throw error
      throw new FaultError(fault.data.code as 'internal', error.message, fault.data.remedy)
    }
  }
  return {
    room,
    identity: me.identity,
    agentIdentity: AGENT_IDENTITY,
    way: { tag: 'livekit' },
    async sendText(topic, text) {
      await me.sendText(text, { topic })
    },
    call,
    sendAudio: (samples, rate) =>
      // If sending fails, the link is lost and reports that itself.
      void me
        .publishData(encodeAudio({ from: me.identity, samples, sampleRate: rate }), {
          reliable: true,
          topic: AUDIO_TOPIC,
        })
        .catch(() => {}),
    close: leave,
  }
}

async function agentOf(room: Room): Promise<void> {
  if (room.remoteParticipants.has(AGENT_IDENTITY)) return
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('There is no agent in the room.')), AGENT_TIMEOUT_MS)
    room.on(RoomEvent.ParticipantConnected, ({ identity }) => {
      if (identity !== AGENT_IDENTITY) return
      clearTimeout(timer)
      resolve()
    })
  })
}
