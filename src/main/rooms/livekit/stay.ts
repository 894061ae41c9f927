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
  type TextStreamReader,
} from '@livekit/rtc-node'
import { decodeSound } from '../../../core/codecs/room-sound.ts'
import type { Clock, TextStreamOptions, TextStreamWriter } from '../../../core/ports.ts'
import { SOUND_BY, SOUND_BY_PACKETS, SOUND_TOPIC } from '../../../shared/wire/room-sound.ts'
import { MENDED, TRANSCRIBED_TRACK_ID, TRANSCRIPTION_TOPIC } from '../../../shared/wire/transcription.ts'
import { answerCall, type RpcHandler } from './calls.ts'
import { createMicrophoneTracks } from './microphone-tracks.ts'
import { createOutgoing } from './outgoing.ts'
import { createOwnAttributes } from './own-attributes.ts'
import { openTextWriter, type SegmentsUnderWay } from './text-writer.ts'
import { hearTrack } from './track-sound.ts'
import { within } from './within.ts'
import { createVoiceTrack } from './voice-track.ts'
import { createWhoIsThere, isPerson, type Person } from './who-is-there.ts'

/** Why a stay is over: by the server, or because it is of no use any more. */
type StayEnd = DisconnectReason | 'overflow' | 'voice lost'

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
  ended(reason: StayEnd): void
  problem(what: string, fields: Record<string, unknown>): void
}

export interface Joining {
  url: string
  token: string
  attributes: Record<string, string>
  /** Known beforehand, so that nothing sent on them is missed. */
  topics: Iterable<string>
  clock: Clock
  /** Whoever asked does not wait any longer: whatever comes of it later is left again. */
  givenUp: AbortSignal
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

/** Handed in for tests; LiveKit's own otherwise. */
interface Library {
  room?: RtcRoom
  listen?: typeof hearTrack
}

export async function joinRoom(joining: Joining, library: Library = {}): Promise<Stay> {
  const { listener } = joining
  const { room = new RtcRoom(), listen = hearTrack } = library
  const voice = createVoiceTrack((error) => problem('the voice could not be sent', error))
  const heard = new Set<string>()
  let over = false

  function problem(what: string, error: unknown): void {
    if (!over) listener.problem(what, { pii: { error: String(error) } })
  }

  function end(reason: StayEnd): void {
    if (over) return
    over = true
    // What the room still tells is of nobody's concern; another stay may have begun by then.
    room.removeAllListeners()
    outgoing.close()
    who.close()
    microphones.close()
    voice.close().catch(() => {})
    listener.ended(reason)
  }

  function abandon(why: StayEnd): void {
    end(why)
    void room.disconnect()
  }

  const who = createWhoIsThere({
    known: () => room.remoteParticipants,
    clock: joining.clock,
    onForgotten: listener.people,
  })
  function mayCall(identity: string): boolean {
    who.called(identity)
    return who.mayTalk(identity)
  }

  const outgoing = createOutgoing({
    mostBytes: MOST_WAITING_BYTES,
    onOverflow: () => abandon('overflow'),
    onError: (error) => problem('something could not be sent to the room', error),
  })

  const attributes = createOwnAttributes(joining.attributes, {
    send: async (all) => room.localParticipant?.setAttributes(all),
    patience: () => wait(ATTRIBUTES_MS, null, { ref: false }),
    onError: (error) => problem('the state could not be told', error),
  })
  const microphones = createMicrophoneTracks({ onSound: listener.sound, onTalker: listener.talker, listen })
  /** Windows whose sound comes by packets. Their token says so, where whoever made it put that in; else they show it. */
  const byPackets = new Set<string>()
  const sendsPackets = ({ identity, attributes: about }: Participant): boolean =>
    about[SOUND_BY] === SOUND_BY_PACKETS || byPackets.has(identity)
  /** What they publish besides is for other people: heard here, too, it would be heard twice. */
  function hearByPackets(identity: string): void {
    if (byPackets.has(identity)) return
    byPackets.add(identity)
    const published = room.remoteParticipants.get(identity)?.trackPublications.values() ?? []
    for (const publication of published) microphones.closed(publication, identity)
  }

  const isHeard = (from: RemoteParticipant): boolean => isPerson(from) && !sendsPackets(from)

  async function read(reader: TextStreamReader, topic: string, from: string): Promise<void> {
    let text = ''
    for await (const piece of reader) {
      text += piece
      // Leaving the loop closes the reader.
      if (text.length > MOST_TEXT) return listener.problem('a text was too long', { pii: { from } })
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
      if (!sound || identity === undefined || !who.mayTalk(identity))
        return listener.problem('room sound refused', { bytes: packet.length, pii: { from: identity } })
      hearByPackets(identity)
      listener.sound(sound.samples, sound.sampleRate, identity)
    })
    .on(RoomEvent.TrackSubscribed, (track, publication, from) => {
      if (publication.muted !== true && isHeard(from)) microphones.opened(track, publication, from.identity)
    })
    .on(RoomEvent.TrackUnsubscribed, (_, publication, from) => microphones.closed(publication, from.identity))
    .on(RoomEvent.TrackMuted, (publication, from) => microphones.closed(publication, from.identity))
    .on(RoomEvent.TrackUnmuted, (publication, from) => {
      const remote = room.remoteParticipants.get(from.identity)
      const track = remote?.trackPublications.get(publication.sid ?? '')?.track
      if (remote && track && isHeard(remote)) microphones.opened(track, publication, from.identity)
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
      byPackets.delete(identity)
      who.left(identity)
      listener.people()
    })
    .on(RoomEvent.Reconnecting, () => listener.interrupted(true))
    .on(RoomEvent.Reconnected, () => {
      // A voice that was not published again with the rest would never be heard: it is joined anew.
      if (!room.localParticipant?.trackPublications.has(voice.sid() ?? '')) return abandon('voice lost')
      listener.interrupted(false)
      // What was set and sent meanwhile may have been lost: it is set again, and windows ask for the rest.
      attributes.set({ [MENDED]: String(Date.now()) })
    })
    .on(RoomEvent.Disconnected, (reason) => end(reason))

  const entering = enter()
  try {
    await Promise.race([entering, aborted(joining.givenUp)])
  } catch (error) {
    over = true
    room.removeAllListeners()
    microphones.close()
    await within(LEAVING_MS, room.disconnect())
    await within(LEAVING_MS, voice.close())
    // Half in is not in: nobody may be left behind, whenever they come in and whatever fails then.
    const leave = (): Promise<void> => room.disconnect()
    entering.then(leave, leave).catch(() => {})
    throw error
  }
  async function enter(): Promise<void> {
    await room.connect(joining.url, joining.token, { autoSubscribe: true, dynacast: false })
    // Nobody waits for it any more.
    if (over) return
    await room.localParticipant!.setAttributes(attributes.all())
    await voice.publish(room.localParticipant!)
  }
  const me = room.localParticipant!
  const segments: SegmentsUnderWay = new Map()

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
      return openTextWriter(me, outgoing, segments, { ...options, attributes: about })
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
      who.close()
      microphones.close()
      await within(LEAVING_MS, room.disconnect())
      await within(LEAVING_MS, voice.close())
    },
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('It took too long.')), { once: true })
  })
