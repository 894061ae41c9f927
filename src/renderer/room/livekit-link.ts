// The link to a LiveKit room. When the agent leaves, the link closes; the room client opens another one and asks for what it
// missed. LiveKit's library may repair the signal connection for a moment. If it would have to reconnect completely, the
// link closes too, because the library then forgets unsent data.
import {
  ConnectionQuality,
  DisconnectReason,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
  type Participant,
  type RemoteParticipant,
  type RemoteTrack,
  type TextStreamReader,
} from 'livekit-client'
import { createTaskQueue } from '../../base/task-queue.ts'
import { encodeAudio } from '../../core/wires/local-room/room-audio.ts'
import { AUDIO_TOPIC } from '../../shared/wire/room-sound.ts'
import { AGENT_STATE, TRANSCRIPTION_TOPIC } from '../../shared/wire/transcription.ts'
import { withActivity } from './agent-attributes.ts'
import { createAgentCalls, type AgentCalls } from './livekit-calls.ts'
import { createMicrophoneShare } from './microphone-share.ts'
import { playOtherParticipants } from './other-participants.ts'
import type { RoomLink, RoomListener } from './room-link.ts'
import { tapVoice } from './voice-level.ts'

export interface Entry {
  url: string
  token: string
}

// The link reports what goes wrong; the library's log adds nothing.
setLogLevel('silent')

/** An agent that has just lost its own connection is back within this time. */
const AGENT_TIMEOUT_MS = 10_000
/** If the library has not repaired the connection by then, the local room is better than waiting. */
const REPAIR_TIMEOUT_MS = 6_000

const BROKEN = 'The connection to the room broke.'

export async function openLiveKitLink({ url, token }: Entry, listener: RoomListener): Promise<RoomLink> {
  const room = new Room({ disconnectOnPageLeave: true })
  const calls = createAgentCalls(room.localParticipant)
  const microphone = createMicrophoneShare(room.localParticipant)
  const others = playOtherParticipants(room)
  const voice = createVoiceTap(listener)
  let hasJoined = false
  let isClosed = false
  let agent: RemoteParticipant | null = null

  const quality = createQuality({
    onWeak(weak) {
      if (hasJoined && !isClosed) listener.weakened(weak)
    },
    onTimeout: () => close(BROKEN),
  })

  function close(reason: string): void {
    if (isClosed) return
    isClosed = true
    quality.repairing(false)
    voice.close()
    microphone.share({ track: null, heard: false })
    others.close()
    void room.disconnect()
    calls.close(reason)
    if (hasJoined) listener.closed(reason)
  }

  async function readText(reader: TextStreamReader, sender: string): Promise<void> {
    const { id, attributes = {} } = reader.info
    listener.textOpened({ streamId: id, topic: TRANSCRIPTION_TOPIC, sender, attributes })
    try {
      for await (const piece of reader) if (!isClosed) listener.textAppended(id, piece)
    } finally {
      if (!isClosed) listener.textClosed(id)
    }
  }

  function playTrack(track: RemoteTrack, from: RemoteParticipant): void {
    if (track.kind !== Track.Kind.Audio) return
    if (isAgent(from)) return voice.open(track, from)
    track.attach()
    others.started(from)
  }

  room.registerTextStreamHandler(TRANSCRIPTION_TOPIC, (reader, { identity }) => {
    // A stream that breaks off ends with the text so far.
    readText(reader, identity).catch(() => {})
  })
  room
    .on(RoomEvent.DataReceived, (bytes, from, _kind, topic = '') => {
      if (!isClosed && isAgent(from)) listener.data(topic, bytes)
    })
    .on(RoomEvent.ParticipantAttributesChanged, (_changed, { identity, attributes }) => {
      if (hasJoined && identity === agent?.identity) listener.attributesChanged(withActivity(attributes))
    })
    .on(RoomEvent.TrackSubscribed, (track, _publication, from) => playTrack(track, from))
    .on(RoomEvent.TrackUnsubscribed, (track) => void track.detach())
    .on(RoomEvent.SignalReconnecting, () => quality.repairing(true))
    .on(RoomEvent.Reconnected, () => {
      quality.repairing(false)
      if (hasJoined) listener.recovered()
    })
    .on(RoomEvent.Reconnecting, () => close(BROKEN))
    .on(RoomEvent.ConnectionQualityChanged, (changed, { isLocal }) => {
      if (isLocal) quality.changed(changed)
    })
    .on(RoomEvent.ParticipantDisconnected, ({ identity }) => {
      if (identity === agent?.identity) close('The agent has left the room.')
    })
    .on(RoomEvent.Disconnected, (reason) => close(disconnectText(reason)))

  try {
    await room.connect(url, token)
    agent = await waitForAgent(room)
  } catch (error) {
    close('')
    throw error
  }
  hasJoined = true
  listener.attributesChanged(withActivity(agent.attributes))
  return {
    ...sendingTo(agent.identity, room, calls),
    shareMicrophone: microphone.share,
    playOthers: others.play,
    close: () => close('This window left the room.'),
  }
}

const isAgent = (participant: Participant | undefined): boolean => participant?.isAgent ?? false

/** What the window sends to the agent. Audio goes in order, and a call goes after the audio before it. */
function sendingTo(
  agentIdentity: string,
  { localParticipant: me }: Room,
  calls: AgentCalls,
): Omit<RoomLink, 'shareMicrophone' | 'playOthers' | 'close'> {
  const audio = createTaskQueue()
  return {
    identity: me.identity,
    agentIdentity,
    way: { tag: 'livekit' },
    async sendText(topic, text) {
      await me.sendText(text, { topic })
    },
    async call(method, payload) {
      await audio.idle()
      return calls.call(agentIdentity, method, payload)
    },
    sendAudio(samples, sampleRate) {
      const packet = encodeAudio({ from: me.identity, samples, sampleRate })
      audio
        .run(() =>
          me.publishData(packet, {
            reliable: true,
            topic: AUDIO_TOPIC,
            destinationIdentities: [agentIdentity],
          }),
        )
        // If sending fails, the link has closed and reports that itself.
        .catch(() => {})
    },
  }
}

/** Taps the agent's voice; a new track replaces the previous one. */
function createVoiceTap(listener: RoomListener) {
  let stop = (): void => {}
  return {
    open(track: RemoteTrack, agent: RemoteParticipant): void {
      stop()
      stop = tapVoice(track.mediaStreamTrack, {
        isSpeaking: () => agent.attributes[AGENT_STATE] === 'speaking',
        onVoice: listener.audio,
      })
    },
    close: () => stop(),
  }
}

/** The link is weak while LiveKit calls it poor, or while the library repairs it. */
function createQuality(on: { onWeak(weak: boolean): void; onTimeout(): void }) {
  let isPoor = false
  let timeout: ReturnType<typeof setTimeout> | null = null
  const report = (): void => on.onWeak(isPoor || timeout !== null)
  return {
    changed(quality: ConnectionQuality): void {
      isPoor = quality === ConnectionQuality.Poor || quality === ConnectionQuality.Lost
      report()
    },
    repairing(now: boolean): void {
      if (timeout !== null) clearTimeout(timeout)
      timeout = now ? setTimeout(on.onTimeout, REPAIR_TIMEOUT_MS) : null
      report()
    },
  }
}

function waitForAgent(room: Room): Promise<RemoteParticipant> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      stop()
      reject(new Error('There is no agent in the room.'))
    }, AGENT_TIMEOUT_MS)
    const look = (): void => {
      const found = [...room.remoteParticipants.values()].find(isAgent)
      if (!found) return
      stop()
      resolve(found)
    }
    const stop = (): void => {
      clearTimeout(timeout)
      room.off(RoomEvent.ParticipantConnected, look)
    }
    room.on(RoomEvent.ParticipantConnected, look)
    look()
  })
}

function disconnectText(reason: DisconnectReason | undefined): string {
  if (reason === DisconnectReason.PARTICIPANT_REMOVED) return 'This window was removed from the room.'
  if (reason === DisconnectReason.ROOM_DELETED || reason === DisconnectReason.ROOM_CLOSED)
    return 'The room was closed.'
  return BROKEN
}
