// A LiveKit room's link: the same as the local room's, over LiveKit. The agent is the participant who says so; when it
// leaves, the link is over, and whoever keeps it comes back and asks for what was missed. LiveKit's library may mend the
// connection for a moment; where it would have to make it anew, the link is over too, since that forgets what was not sent.
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
import { hearOtherPeople } from './other-people.ts'
import { tapVoice } from './voice-tap.ts'

export interface Entry {
  url: string
  token: string
}

// What goes wrong is told by the link; the rest is of no use to anybody here.
setLogLevel('silent')

/** An agent that has just lost its own connection is back by then. */
const AGENT_PATIENCE_MS = 10_000
/** So long the library may mend the connection; after that it is better to talk here than to wait. */
const MENDING_MS = 6_000
/** To catch up with a long conversation takes a while. */
const CALL_PATIENCE_MS = 120_000

const BROKEN = 'The connection to the room broke.'

export async function openLiveKitLink({ url, token }: Entry, listener: RoomListener): Promise<RoomLink> {
  const room = new Room({ disconnectOnPageLeave: true })
  const microphone = createMicrophoneShare(room.localParticipant)
  const calls = new Set<(error: Error) => void>()
  /** Why the link is over, once it is. */
  let over: string | null = null
  let agent: RemoteParticipant | null = null
  let closeTap = (): void => {}
  let isIn = false
  let isPoor = false
  /** Runs while the library mends the connection. */
  let mending: ReturnType<typeof setTimeout> | null = null
  /** Sound goes in order, and a call after the sound that was before it. */
  let sent: Promise<unknown> = Promise.resolve()

  function end(reason: string): void {
    if (over !== null) return
    over = reason
    mends(false)
    closeTap()
    microphone.share({ track: null, heard: false })
    otherPeople.close()
    void room.disconnect()
    for (const fail of calls) fail(new Error(reason))
    if (isIn) listener.closed(reason)
  }

  function mends(now: boolean): void {
    if (mending !== null) clearTimeout(mending)
    mending = now ? setTimeout(() => end(BROKEN), MENDING_MS) : null
    tellWeakness()
  }

  function tellWeakness(): void {
    if (isIn && over === null) listener.weakened(isPoor || mending !== null)
  }

  const otherPeople = hearOtherPeople(room)
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
    if (!isAgent(from)) {
      track.attach()
      return otherPeople.came(from)
    }
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
    .on(RoomEvent.SignalReconnecting, () => mends(true))
    .on(RoomEvent.Reconnected, () => {
      mends(false)
      if (isIn) listener.mended()
    })
    .on(RoomEvent.Reconnecting, () => end(BROKEN))
    .on(RoomEvent.ConnectionQualityChanged, (quality, who) => {
      if (!who.isLocal) return
      isPoor = quality === ConnectionQuality.Poor || quality === ConnectionQuality.Lost
      tellWeakness()
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
    way: { tag: 'livekit' },
    async sendText(topic, text) {
      await me.sendText(text, { topic })
    },
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
    hearOthers: otherPeople.hear,
    close: () => end('This window left the room.'),
  }
}

/** Nobody has refused anything: it did not get there, or the answer did not get here. */
const UNDELIVERED: ReadonlySet<number> = new Set([
  RpcError.ErrorCode.CONNECTION_TIMEOUT,
  RpcError.ErrorCode.RESPONSE_TIMEOUT,
  RpcError.ErrorCode.RECIPIENT_DISCONNECTED,
  RpcError.ErrorCode.SEND_FAILED,
])

/** The agent's refusal as the fault it is. */
function refusalOf(error: unknown, method: string): unknown {
  if (!(error instanceof RpcError)) return error
  if (error.code === RpcError.ErrorCode.UNSUPPORTED_METHOD) return new Error(`Nobody here answers ${method}.`)
  if (UNDELIVERED.has(error.code))
    return new FaultError('room_lost', 'The connection to the room is not well.', 'Wait a moment.', {
      retryable: true,
    })
  if (error.code !== REFUSED) return error
  const told = refusal.safeParse(parseJson(error.data ?? ''))
  const code = faultCodes.find((known) => told.success && known === told.data.code) ?? 'internal'
  return new FaultError(code, error.message, told.success ? told.data.remedy : UNTOLD_REMEDY)
}

function reasonWords(reason: DisconnectReason | undefined): string {
  if (reason === DisconnectReason.PARTICIPANT_REMOVED) return 'Somebody put this window out of the room.'
  if (reason === DisconnectReason.ROOM_DELETED || reason === DisconnectReason.ROOM_CLOSED)
    return 'The room was closed.'
  return BROKEN
}
