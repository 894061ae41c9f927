// What participants send into a LiveKit room: audio, texts, messages of their apps, recordings from before they connected.
import {
  RoomEvent,
  type Participant,
  type RemoteParticipant,
  type Room as RtcRoom,
  type TextStreamReader,
} from '@livekit/rtc-node'
import type { Clock } from '../../../core/ports/clock.ts'
import { decodeAudio } from '../../../core/wires/local-room/room-audio.ts'
import { GANGLIA_TOPIC } from '../../../shared/wire/ganglia.ts'
import { AUDIO_TOPIC, AUDIO_SENT_AS, AUDIO_PACKETS } from '../../../shared/wire/room-sound.ts'
import { CHAT_TOPIC } from '../../../shared/wire/transcription.ts'
import { createAppMessages } from './app-messages.ts'
import { createMicrophoneTracks, type readTrack } from './microphone-tracks.ts'
import { createParticipants, isPerson, type Participants } from './participants.ts'
import { createPreConnectAudio, PRE_CONNECT_TOPIC, type DecodeRecording } from './pre-connect-audio.ts'
import type { RoomConnectionListener } from './room-connection.ts'

interface Deps {
  room: RtcRoom
  clock: Clock
  decode?: DecodeRecording | undefined
  listener: RoomConnectionListener
  read: typeof readTrack
  /** Nobody in the room wants to hear replies any more. */
  onVoiceUnwanted(): void
  problem(what: string, error: unknown): void
}

export interface Incoming {
  participants: Participants
  isVoiceWanted(): boolean
  subscribe(topic: string): void
  close(): void
}

/** Nobody types more than this; the rest of a longer text is not read. */
const MAX_TEXT = 1_000_000

export function receiveFrom(deps: Deps): Incoming {
  const { room, listener } = deps
  let closed = false
  const participants = createParticipants({
    known: () => room.remoteParticipants,
    clock: deps.clock,
    onForgotten: listener.people,
  })
  const preConnect = createPreConnectAudio({
    clock: deps.clock,
    decode: deps.decode,
    onProblem: listener.problem,
  })
  const microphones = createMicrophoneTracks({
    onAudio: listener.audio,
    onTalker: listener.talker,
    after: preConnect.after,
    read: deps.read,
  })
  const apps = createAppMessages({
    people: participants.people,
    onTyped: (text, from) => listener.text(CHAT_TOPIC, text, from),
    onVoiceUnwanted: deps.onVoiceUnwanted,
  })

  /** Windows that send audio as packets. Their token says so, or else their first packet shows it. */
  const packetSenders = new Set<string>()
  const sendsPackets = ({ identity, attributes }: Participant): boolean =>
    attributes[AUDIO_SENT_AS] === AUDIO_PACKETS || packetSenders.has(identity)
  const sendsTracks = (from: RemoteParticipant): boolean => isPerson(from) && !sendsPackets(from)

  /** Their tracks are for other people. Read here too, the agent would hear everything twice. */
  function ignoreTracksOf(identity: string): void {
    if (packetSenders.has(identity)) return
    packetSenders.add(identity)
    const published = room.remoteParticipants.get(identity)?.trackPublications.values() ?? []
    for (const publication of published) microphones.closed(publication, identity)
  }

  function receivePacket(packet: Uint8Array, sender: string | undefined): void {
    const audio = decodeAudio(packet)
    // The identity in the packet counts only until the server reports the participant.
    const identity = sender ?? (participants.hasCalled(audio?.from ?? '') ? audio?.from : undefined)
    if (!audio || identity === undefined || !participants.mayTalk(identity))
      return listener.problem('room audio refused', { bytes: packet.length, pii: { from: identity } })
    ignoreTracksOf(identity)
    listener.audio(audio.samples, audio.sampleRate, identity)
  }

  async function readText(reader: TextStreamReader, topic: string, from: string): Promise<void> {
    let text = ''
    for await (const piece of reader) {
      text += piece
      // Leaving the loop closes the reader.
      if (text.length > MAX_TEXT) return listener.problem('a text was too long', { pii: { from } })
    }
    if (!closed && participants.mayTalk(from)) listener.text(topic, text, from)
  }

  room.registerByteStreamHandler(PRE_CONNECT_TOPIC, (reader, { identity }) => {
    void (participants.mayTalk(identity) ? preConnect.received(reader, identity) : reader.close())
  })
  room
    .on(RoomEvent.DataReceived, (packet, from, _kind, topic) => {
      if (closed) return
      if (topic === GANGLIA_TOPIC && from && participants.mayTalk(from.identity))
        apps.receive(packet, from.identity)
      if (topic === AUDIO_TOPIC) receivePacket(packet, from?.identity)
    })
    .on(RoomEvent.TrackSubscribed, (track, publication, from) => {
      if (publication.muted !== true && sendsTracks(from))
        microphones.opened(track, publication, from.identity)
    })
    .on(RoomEvent.TrackUnsubscribed, (_, publication, from) => microphones.closed(publication, from.identity))
    .on(RoomEvent.TrackMuted, (publication, from) => microphones.closed(publication, from.identity))
    .on(RoomEvent.TrackUnmuted, (publication, from) => {
      const remote = room.remoteParticipants.get(from.identity)
      const track = remote?.trackPublications.get(publication.sid ?? '')?.track
      if (remote && track && sendsTracks(remote)) microphones.opened(track, publication, from.identity)
    })
    .on(RoomEvent.ActiveSpeakersChanged, (speakers) =>
      microphones.speaking(speakers.filter(isPerson).map(({ identity }) => identity)),
    )
    .on(RoomEvent.ParticipantConnected, (newcomer) => {
      if (isPerson(newcomer)) listener.people()
      else listener.anotherAgent(newcomer.identity)
    })
    .on(RoomEvent.ParticipantDisconnected, ({ identity }) => {
      microphones.left(identity)
      preConnect.left(identity)
      packetSenders.delete(identity)
      apps.left(identity)
      participants.left(identity)
      listener.people()
    })

  const subscribed = new Set<string>()
  return {
    participants,
    isVoiceWanted: apps.isVoiceWanted,
    subscribe(topic) {
      if (subscribed.has(topic)) return
      subscribed.add(topic)
      room.registerTextStreamHandler(topic, (reader, { identity }) => {
        readText(reader, topic, identity).catch((error: unknown) => deps.problem('a text was cut off', error))
      })
    },
    close() {
      closed = true
      participants.close()
      microphones.close()
      preConnect.close()
    },
  }
}
