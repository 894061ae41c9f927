// One stay in a LiveKit room, as the agent: from joining it to leaving it, or to its end. Who keeps coming back is
// livekit-room.ts.
import { setTimeout as wait } from 'node:timers/promises'
import {
  Room as RtcRoom,
  RoomEvent,
  TrackKind,
  type DisconnectReason,
  type Participant,
  type RemoteParticipant,
  type RemoteTrack,
  type TextStreamReader,
} from '@livekit/rtc-node'
import { decodeSound } from '../../../core/codecs/room-sound.ts'
import { HEARING_RATE } from '../../../core/ears/samples.ts'
import type { TextStreamOptions, TextStreamWriter } from '../../../core/ports.ts'
import { SOUND_BY, SOUND_BY_PACKETS, SOUND_TOPIC } from '../../../shared/wire/room-sound.ts'
import { MENDED, TRANSCRIBED_TRACK_ID, TRANSCRIPTION_TOPIC } from '../../../shared/wire/transcription.ts'
import { answerCall, type RpcHandler } from './calls.ts'
import { createOpenMicrophones } from './open-microphones.ts'
import { createOutgoing } from './outgoing.ts'
import { createOwnAttributes } from './own-attributes.ts'
import { openTextWriter } from './text-writer.ts'
import { hearTrack } from './track-sound.ts'
import { within } from './within.ts'
import { createVoiceTrack } from './voice-track.ts'
import { createWhoIsThere, isPerson, type Person } from './who-is-there.ts'

/** What comes of a stay, for whoever keeps it. */
export interface StayListener {
  text(topic: string, text: string, from: string): void
  sound(samples: Int16Array, sampleRate: number, from: string): void
  /** Whose open microphone is heard from now on. */
  talker(identity: string | null): void
  people(): void
  /** The SDK tries to come back by itself, or has. */
  interrupted(now: boolean): void
  /** Another agent came in. */
  anotherAgent(identity: string): void
  ended(reason: DisconnectReason | 'overflow'): void
  problem(what: string, fields: Record<string, unknown>): void
}

export interface Joining {
  url: string
  token: string
  attributes: Record<string, string>
  /** Known beforehand, so that nothing sent on them is missed. */
  topics: Iterable<string>
  listener: StayListener
}

export interface Stay {
  identity: string
  publishData(topic: string, bytes: Uint8Array, to?: string): void
  streamText(options: TextStreamOptions): TextStreamWriter
  say(samples: Int16Array, sampleRate: number): void
  silence(): void
  setAttributes(attributes: Record<string, string>): void
  hear(topic: string): void
  answer(method: string, handler: RpcHandler): void
  dontAnswer(method: string): void
  people(): Person[]
  otherAgents(): string[]
  drained(): Promise<void>
  leave(): Promise<void>
}

/** Nobody types more than this; what is longer is not read to its end. */
const MOST_TEXT = 1_000_000
/** As much as may wait to be sent: far more than one large artifact, far less than a machine has. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024
/** So long somebody who leaves still sends what they have to say. */
const LEAVING_MS = 2_000
const ATTRIBUTES_MS = 100

export async function joinRoom(joining: Joining): Promise<Stay> {
  const { listener } = joining
  const room = new RtcRoom()
  const voice = createVoiceTrack((error) => problem('the voice could not be sent', error))
  const hearing = new Map<string, () => void>()
  const heard = new Set<string>()
  let over = false

  function problem(what: string, error: unknown): void {
    if (!over) listener.problem(what, { pii: { error: String(error) } })
  }

  function end(reason: DisconnectReason | 'overflow'): void {
    if (over) return
    over = true
    outgoing.close()
    for (const close of hearing.values()) close()
    hearing.clear()
    voice.close().catch(() => {})
    listener.ended(reason)
  }

  const who = createWhoIsThere(() => room.remoteParticipants, Date.now)
  function mayCall(identity: string): boolean {
    who.called(identity)
    return who.mayTalk(identity)
  }

  const outgoing = createOutgoing({
    mostBytes: MOST_WAITING_BYTES,
    onOverflow() {
      end('overflow')
      void room.disconnect()
    },
    onError: (error) => problem('something could not be sent to the room', error),
  })

  const attributes = createOwnAttributes(joining.attributes, {
    send: async (all) => room.localParticipant?.setAttributes(all),
    patience: () => wait(ATTRIBUTES_MS, null, { ref: false }),
    onError: (error) => problem('the state could not be told', error),
  })
  const microphones = createOpenMicrophones({ onSound: listener.sound, onTalker: listener.talker })
  const sendsPackets = ({ attributes: about }: Participant): boolean => about[SOUND_BY] === SOUND_BY_PACKETS

  function hearMicrophone(track: RemoteTrack, sid = '', from: RemoteParticipant): void {
    if (track.kind !== TrackKind.KIND_AUDIO || !isPerson(from) || sendsPackets(from)) return
    hearing.get(sid)?.()
    microphones.opened(from.identity)
    hearing.set(
      sid,
      hearTrack(track, (samples) => microphones.heard(from.identity, samples, HEARING_RATE)),
    )
  }

  function deafTo(sid = '', from: Participant): void {
    if (!hearing.has(sid)) return
    hearing.get(sid)?.()
    hearing.delete(sid)
    microphones.closed(from.identity)
  }

  async function read(reader: TextStreamReader, topic: string, from: string): Promise<void> {
    let text = ''
    for await (const piece of reader) {
      text += piece
      // Leaving the loop closes the reader.
      if (text.length > MOST_TEXT) return listener.problem('a text was too long', { from })
    }
    if (!over && who.mayTalk(from)) listener.text(topic, text, from)
  }

  function hear(topic: string): void {
    if (heard.has(topic)) return
    heard.add(topic)
    room.registerTextStreamHandler(topic, (reader, { identity }) => {
      read(reader, topic, identity).catch((error: unknown) => problem('a text was cut off', error))
    })
  }

  for (const topic of joining.topics) hear(topic)
  room
    .on(RoomEvent.DataReceived, (packet, from, _kind, topic) => {
      if (topic !== SOUND_TOPIC || over) return
      const sound = decodeSound(packet)
      // Who is named is believed only until the server has told of them.
      const identity = from?.identity ?? (who.hasCalled(sound?.from ?? '') ? sound?.from : undefined)
      if (sound && identity !== undefined && who.mayTalk(identity))
        listener.sound(sound.samples, sound.sampleRate, identity)
      else listener.problem('room sound refused', { from: identity, bytes: packet.length })
    })
    .on(RoomEvent.TrackSubscribed, (track, publication, from) => {
      if (publication.muted !== true) hearMicrophone(track, publication.sid, from)
    })
    .on(RoomEvent.TrackUnsubscribed, (_track, publication, from) => deafTo(publication.sid, from))
    .on(RoomEvent.TrackMuted, (publication, from) => deafTo(publication.sid, from))
    .on(RoomEvent.TrackUnmuted, (publication, from) => {
      const remote = room.remoteParticipants.get(from.identity)
      const track = remote?.trackPublications.get(publication.sid ?? '')?.track
      if (remote && track) hearMicrophone(track, publication.sid, remote)
    })
    .on(RoomEvent.ActiveSpeakersChanged, (speakers) =>
      microphones.speaking(speakers.filter(isPerson).map(({ identity }) => identity)),
    )
    .on(RoomEvent.ParticipantConnected, (newcomer) => {
      if (isPerson(newcomer)) listener.people()
      else listener.anotherAgent(newcomer.identity)
    })
    .on(RoomEvent.ParticipantDisconnected, ({ identity }) => {
      microphones.closed(identity)
      who.left(identity)
      listener.people()
    })
    .on(RoomEvent.Reconnecting, () => listener.interrupted(true))
    .on(RoomEvent.Reconnected, () => {
      listener.interrupted(false)
      // What was set and sent meanwhile may have been lost: it is set again, and windows ask for the rest.
      attributes.set({ [MENDED]: String(Date.now()) })
    })
    .on(RoomEvent.Disconnected, (reason) => end(reason))

  try {
    await room.connect(joining.url, joining.token, { autoSubscribe: true, dynacast: false })
    await room.localParticipant!.setAttributes(attributes.all())
    await voice.publish(room.localParticipant!)
  } catch (error) {
    over = true
    // Half in is not in: nobody may be left behind.
    await room.disconnect()
    await voice.close().catch(() => {})
    throw error
  }
  const me = room.localParticipant!

  const trackOf = (identity: string): string | null => {
    if (identity === me.identity) return voice.sid()
    const tracks = room.remoteParticipants.get(identity)?.trackPublications.values() ?? []
    for (const { kind, sid } of tracks) if (kind === TrackKind.KIND_AUDIO && sid) return sid
    return null
  }

  return {
    identity: me.identity,
    publishData(topic, bytes, to) {
      outgoing.send(bytes.length, () =>
        me.publishData(bytes, {
          reliable: true,
          topic,
          ...(to !== undefined && { destination_identities: [to] }),
        }),
      )
    },
    streamText(options) {
      const trackId = options.topic === TRANSCRIPTION_TOPIC && trackOf(options.senderIdentity ?? me.identity)
      const about = trackId ? { ...options.attributes, [TRANSCRIBED_TRACK_ID]: trackId } : options.attributes
      return openTextWriter(me, outgoing, { ...options, attributes: about })
    },
    say: voice.say,
    silence: voice.silence,
    setAttributes: attributes.set,
    hear,
    answer: (method, handler) => answerCall(me, method, handler, mayCall),
    dontAnswer: (method) => me.unregisterRpcMethod(method),
    people: who.people,
    otherAgents: who.agents,
    drained: outgoing.drained,
    async leave() {
      // What cannot be sent within a moment is not waited for: a server that is away would keep us.
      await within(LEAVING_MS, outgoing.drained())
      over = true
      outgoing.close()
      for (const close of hearing.values()) close()
      await within(LEAVING_MS, room.disconnect())
      await within(LEAVING_MS, voice.close())
    },
  }
}
