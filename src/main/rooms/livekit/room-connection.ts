// One connection of the agent to a LiveKit room, from joining to leaving or being disconnected. livekit-room.ts makes a new
// one when it ends.
import {
  Room as RtcRoom,
  RoomEvent,
  TrackKind,
  type DisconnectReason,
  type LocalParticipant,
} from '@livekit/rtc-node'
import { withTimeout } from '../../../base/timeout.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { TextStreamOptions, TextStreamWriter } from '../../../core/ports/room.ts'
import {
  RECONNECTED_AT,
  TRANSCRIBED_TRACK_ID,
  TRANSCRIPTION_TOPIC,
} from '../../../shared/wire/transcription.ts'
import { answerCall, type RpcHandler } from './calls.ts'
import { receiveFrom, type Incoming } from './incoming.ts'
import { readTrack } from './microphone-tracks.ts'
import { createOutgoing, type Outgoing } from './outgoing.ts'
import { createOwnAttributes } from './own-attributes.ts'
import type { Person } from './participants.ts'
import type { DecodeRecording } from './pre-connect-audio.ts'
import { openTextWriter, type SegmentsUnderWay } from './text-writer.ts'
import { createVoiceTrack, type VoiceTrack } from './voice-track.ts'

/** Why a connection ended: the server's reason, or it was of no use any more. */
type ConnectionEnd = DisconnectReason | 'overflow' | 'voice lost'

export interface RoomConnectionListener {
  text(topic: string, text: string, from: string): void
  audio(samples: Int16Array, sampleRate: number, from: string): void
  /** Whose open microphone is heard from now on. */
  talker(identity: string | null): void
  /** Somebody came or left. */
  people(): void
  /** LiveKit's SDK is reconnecting, or has reconnected. */
  interrupted(now: boolean): void
  anotherAgent(identity: string): void
  ended(reason: ConnectionEnd): void
  problem(what: string, fields: Record<string, unknown>): void
}

export interface Joining {
  url: string
  token: string
  attributes: Record<string, string>
  /** Known beforehand, so that no text on them is missed. */
  topics: Iterable<string>
  clock: Clock
  /** Nobody waits any longer: a connection that is made later is closed again. */
  givenUp: AbortSignal
  decode?: DecodeRecording | undefined
  listener: RoomConnectionListener
}

export interface RoomConnection {
  identity: string
  publishData(topic: string, bytes: Uint8Array, to?: string): void
  streamText(options: TextStreamOptions): TextStreamWriter
  publishAudio(samples: Int16Array, sampleRate: number): void
  silence(): void
  setAttributes(attributes: Record<string, string>): void
  subscribe(topic: string): void
  answer(method: string, handler: RpcHandler): void
  stopAnswering(method: string): void
  people(): Person[]
  otherAgents(): string[]
  drained(): Promise<void>
  leave(): Promise<void>
}

/** How much may wait to be sent: far more than one large artifact, far less than the memory of a computer. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024
/** How long leaving waits for what is still being sent. */
const MAX_LEAVE_MS = 2_000

/** Injected by tests; LiveKit's own otherwise. */
interface Library {
  room?: RtcRoom
  read?: typeof readTrack
}

export async function joinRoom(joining: Joining, library: Library = {}): Promise<RoomConnection> {
  const { listener, clock } = joining
  const { room = new RtcRoom(), read = readTrack } = library
  let over = false
  const problem = (what: string, error: unknown): void => {
    if (!over) listener.problem(what, { pii: { error: String(error) } })
  }
  const voice = createVoiceTrack((error) => problem('the voice could not be sent', error))
  const incoming = receiveFrom({
    room,
    clock,
    decode: joining.decode,
    listener,
    read,
    onVoiceUnwanted: voice.silence,
    problem,
  })
  const outgoing = createOutgoing({
    maxBytes: MAX_WAITING_BYTES,
    onOverflow: () => abandon('overflow'),
    onError: (error) => problem('something could not be sent to the room', error),
  })
  const attributes = createOwnAttributes(joining.attributes, {
    send: async (all) => room.localParticipant?.setAttributes(all),
    clock,
    onError: (error) => problem('the attributes could not be sent', error),
  })

  function stop(): void {
    over = true
    attributes.close()
    outgoing.close()
    incoming.close()
  }

  function end(reason: ConnectionEnd): void {
    if (over) return
    stop()
    // The room may still send events when the next connection has begun.
    room.removeAllListeners()
    voice.close().catch(() => {})
    listener.ended(reason)
  }

  function abandon(why: ConnectionEnd): void {
    end(why)
    void room.disconnect()
  }

  const disconnect = async (): Promise<void> => {
    await withTimeout(quietly(room.disconnect()), MAX_LEAVE_MS, clock)
    await withTimeout(quietly(voice.close()), MAX_LEAVE_MS, clock)
  }

  for (const topic of joining.topics) incoming.subscribe(topic)
  room
    .on(RoomEvent.Reconnecting, () => listener.interrupted(true))
    .on(RoomEvent.Reconnected, () => {
      // A voice track that was not published again would never be heard, so the agent joins again.
      if (!room.localParticipant?.trackPublications.has(voice.sid() ?? '')) return abandon('voice lost')
      listener.interrupted(false)
      // What was sent meanwhile may be lost: attributes are sent again, and windows ask for the rest.
      attributes.set({ [RECONNECTED_AT]: String(Date.now()) })
    })
    .on(RoomEvent.Disconnected, (reason) => {
      removeNativeListener(room)
      end(reason)
    })

  async function enter(): Promise<void> {
    await room.connect(joining.url, joining.token, { autoSubscribe: true, dynacast: false })
    if (over) return
    await room.localParticipant!.setAttributes(attributes.all())
    await voice.publish(room.localParticipant!)
  }
  const entering = enter()
  try {
    await Promise.race([entering, rejectOn(joining.givenUp)])
  } catch (error) {
    stop()
    room.removeAllListeners()
    await disconnect()
    // Whenever the server lets the agent in after this, and whatever fails then, it leaves again.
    const leave = (): Promise<void> => room.disconnect()
    entering.then(leave, leave).catch(() => {})
    throw error
  }

  const me = room.localParticipant!
  const { participants } = incoming
  return {
    identity: me.identity,
    ...publisher(room, me, { outgoing, voice, incoming }),
    setAttributes: attributes.set,
    subscribe: incoming.subscribe,
    answer: (method, handler) =>
      answerCall(me, method, handler, (identity) => {
        participants.called(identity)
        return participants.mayTalk(identity)
      }),
    stopAnswering: (method) => me.unregisterRpcMethod(method),
    people: participants.people,
    otherAgents: participants.agents,
    drained: outgoing.drained,
    async leave() {
      // A server that does not answer must not keep the agent from leaving.
      await withTimeout(outgoing.drained(), MAX_LEAVE_MS, clock)
      stop()
      await disconnect()
    },
  }
}

type Publisher = Pick<RoomConnection, 'publishData' | 'streamText' | 'publishAudio' | 'silence'>

function publisher(
  room: RtcRoom,
  me: LocalParticipant,
  { outgoing, voice, incoming }: { outgoing: Outgoing; voice: VoiceTrack; incoming: Incoming },
): Publisher {
  const segments: SegmentsUnderWay = new Map()

  function audioTrackOf(identity: string): string | null {
    if (identity === me.identity) return voice.sid()
    const tracks = room.remoteParticipants.get(identity)?.trackPublications.values() ?? []
    for (const { kind, sid } of tracks) if (kind === TrackKind.KIND_AUDIO && sid) return sid
    return null
  }

  function destinationsOf({ to, except }: TextStreamOptions): string[] | undefined {
    if (to !== undefined) return [to]
    if (except === undefined) return undefined
    return [...room.remoteParticipants.keys()].filter((identity) => identity !== except)
  }

  return {
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
      const trackId =
        options.topic === TRANSCRIPTION_TOPIC && audioTrackOf(options.senderIdentity ?? me.identity)
      const attributes = trackId
        ? { ...options.attributes, [TRANSCRIBED_TRACK_ID]: trackId }
        : options.attributes
      const destinations = destinationsOf(options)
      // LiveKit sends a text without destinations to everyone.
      if (destinations?.length === 0) return { write() {}, close() {} }
      return openTextWriter(me, outgoing, segments, { ...options, attributes }, destinations)
    },
    publishAudio(samples, sampleRate) {
      if (incoming.isVoiceWanted()) voice.publishAudio(samples, sampleRate)
    },
    silence: voice.silence,
  }
}

const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => {})

const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('It took too long.')), { once: true })
  })

type Listener = (...args: unknown[]) => void

/**
 * LiveKit's library stops listening to its native part when the agent leaves a room, but not when the server disconnects
 * it. Such a room would stay in memory and receive every event of the later ones.
 */
function removeNativeListener(room: RtcRoom): void {
  // Private in the library's types; a version without it has nothing to remove.
  const { onFfiEvent } = room as unknown as { onFfiEvent?: Listener }
  // The library chose the name.
  // oxlint-disable-next-line no-underscore-dangle
  if (onFfiEvent) globalThis._ffiClientInstance?.off('ffi_event', onFfiEvent)
}
