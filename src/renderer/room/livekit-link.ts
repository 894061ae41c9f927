// A LiveKit room's link: the same as the local room's, over LiveKit. The agent is the participant who says so; when it
// leaves, the link is over, and whoever keeps it comes back and asks for what was missed.
import {
  ConnectionQuality,
  DisconnectReason,
  Room,
  RoomEvent,
  RpcError,
  setLogLevel,
  Track,
  type Participant,
  type RemoteParticipant,
  type RemoteTrack,
  type TextStreamReader,
} from 'livekit-client'
import { encodeSound } from '../../core/codecs/room-sound.ts'
import { parseJson } from '../../core/parse-json.ts'
import { FaultError, faultCodes } from '../../shared/errors.ts'
import { REFUSED, refusal } from '../../shared/wire/livekit.ts'
import { SOUND_TOPIC } from '../../shared/wire/room-sound.ts'
import { AGENT_STATE, TRANSCRIPTION_TOPIC } from '../../shared/wire/transcription.ts'
import { UNTOLD_REMEDY, type RoomLink, type RoomListener } from './room-link.ts'
import { createMicrophoneShare } from './microphone-share.ts'
import { tapVoice } from './voice-tap.ts'

export interface Entry {
  url: string
  token: string
}

// What goes wrong is told by the link; the rest is of no use to anybody here.
setLogLevel('silent')

/** An agent that has just lost its own connection is back by then. */
const AGENT_PATIENCE_MS = 10_000
/** To catch up with a long conversation takes a while. */
const CALL_PATIENCE_MS = 120_000

export async function openLiveKitLink({ url, token }: Entry, listener: RoomListener): Promise<RoomLink> {
  const room = new Room({ disconnectOnPageLeave: true })
  const microphone = createMicrophoneShare(room.localParticipant)
  const calls = new Set<(error: Error) => void>()
  /** Why the link is over, once it is. */
  let over: string | null = null
  let agent: RemoteParticipant | null = null
  let closeTap = (): void => {}
  let isIn = false
  /** Sound goes in order, and a call after the sound that was before it. */
  let sent: Promise<unknown> = Promise.resolve()

  function end(reason: string): void {
    if (over !== null) return
    over = reason
    closeTap()
    microphone.share({ track: null, heard: false })
    void room.disconnect()
    for (const fail of calls) fail(new Error(reason))
    if (isIn) listener.closed(reason)
  }

  const isAgent = (who: Participant | undefined): boolean => who !== undefined && who.isAgent

  async function read(reader: TextStreamReader, sender: string): Promise<void> {
    const { id, attributes = {} } = reader.info
    listener.textOpened({ streamId: id, topic: TRANSCRIPTION_TOPIC, sender, attributes })
    try {
      for await (const piece of reader) if (over === null) listener.textAppended(id, piece)
    } finally {
      if (over === null) listener.textClosed(id)
    }
  }

  function hear(track: RemoteTrack, from: RemoteParticipant): void {
    if (track.kind !== Track.Kind.Audio) return
    // Other people are simply heard.
    if (!isAgent(from)) return void track.attach()
    closeTap()
    closeTap = tapVoice(track.mediaStreamTrack, {
      isSpeaking: () => from.attributes[AGENT_STATE] === 'speaking',
      onVoice: listener.audio,
    })
  }

  room.registerTextStreamHandler(TRANSCRIPTION_TOPIC, (reader, { identity }) => {
    // A stream that breaks off has ended as it stands.
    read(reader, identity).catch(() => {})
  })
  room
    .on(RoomEvent.DataReceived, (bytes, from, _kind, topic = '') => {
      if (over === null && isAgent(from)) listener.data(topic, bytes)
    })
    .on(RoomEvent.ParticipantAttributesChanged, (_changed, who) => {
      if (isIn && who.identity === agent?.identity) listener.attributesChanged(who.attributes)
    })
    .on(RoomEvent.TrackSubscribed, (track, _publication, from) => hear(track, from))
    .on(RoomEvent.Reconnected, () => isIn && listener.mended())
    .on(RoomEvent.ConnectionQualityChanged, (quality, who) => {
      if (isIn && who.isLocal)
        listener.weakened(quality === ConnectionQuality.Poor || quality === ConnectionQuality.Lost)
    })
    .on(RoomEvent.TrackUnsubscribed, (track) => void track.detach())
    .on(RoomEvent.ParticipantDisconnected, (who) => {
      if (who.identity === agent?.identity) end('The agent has left the room.')
    })
    .on(RoomEvent.Disconnected, (reason) => end(reasonWords(reason)))

  /** The agent, once it is there. */
  function theAgent(): Promise<RemoteParticipant> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        finish()
        reject(new Error('There is no agent in the room.'))
      }, AGENT_PATIENCE_MS)
      const look = (): void => {
        const found = [...room.remoteParticipants.values()].find(isAgent)
        if (!found) return
        finish()
        resolve(found)
      }
      const finish = (): void => {
        clearTimeout(patience)
        room.off(RoomEvent.ParticipantConnected, look)
      }
      room.on(RoomEvent.ParticipantConnected, look)
      look()
    })
  }

  try {
    await room.connect(url, token)
    agent = await theAgent()
  } catch (error) {
    end('')
    throw error
  }
  const me = room.localParticipant
  const agentIdentity = agent.identity
  isIn = true
  listener.attributesChanged(agent.attributes)

  return {
    identity: me.identity,
    agentIdentity,
    sendText: (topic, text) => void me.sendText(text, { topic }).catch(() => {}),
    async call(method, payload) {
      await sent
      return new Promise((resolve, reject) => {
        const fail = (error: unknown): void => reject(refusalOf(error, method))
        if (over !== null) return fail(new Error(over))
        calls.add(fail)
        me.performRpc({
          destinationIdentity: agentIdentity,
          method,
          payload,
          responseTimeout: CALL_PATIENCE_MS,
        })
          .then(resolve, fail)
          .finally(() => calls.delete(fail))
      })
    },
    sendAudio(samples, sampleRate) {
      const packet = encodeSound({ from: me.identity, samples, sampleRate })
      sent = sent.then(() =>
        me
          .publishData(packet, { reliable: true, topic: SOUND_TOPIC, destinationIdentities: [agentIdentity] })
          // Whoever cannot send has lost the link, and is told so by it.
          .catch(() => {}),
      )
    },
    shareMicrophone: microphone.share,
    close: () => end('This window left the room.'),
  }
}

/** The agent's refusal as the fault it is. */
function refusalOf(error: unknown, method: string): unknown {
  if (!(error instanceof RpcError)) return error
  if (error.code === RpcError.ErrorCode.UNSUPPORTED_METHOD) return new Error(`Nobody here answers ${method}.`)
  if (error.code !== REFUSED) return error
  const told = refusal.safeParse(parseJson(error.data ?? ''))
  const code = faultCodes.find((known) => told.success && known === told.data.code) ?? 'internal'
  return new FaultError(code, error.message, told.success ? told.data.remedy : UNTOLD_REMEDY)
}

function reasonWords(reason: DisconnectReason | undefined): string {
  if (reason === DisconnectReason.PARTICIPANT_REMOVED) return 'Somebody put this window out of the room.'
  if (reason === DisconnectReason.ROOM_DELETED || reason === DisconnectReason.ROOM_CLOSED)
    return 'The room was closed.'
  return 'The connection to the room broke.'
}
