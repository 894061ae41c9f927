// A participant in the agent's room with what any LiveKit frontend has: a microphone, a loudspeaker, a screen and a keyboard.
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node'
import { guestToken, type Keys } from '../../src/main/rooms/livekit/tokens.ts'
import { preciseNow } from '../measure.ts'
import { isLoud } from '../../test/peers/livekit/agent-process/engines.ts'

const RATE = 48_000
/** Unqueued audio must come in frames of ten milliseconds. */
const FRAME = RATE / 100
const SPOKEN_FRAMES = 30
const IDENTITY = 'ada'

export interface Guest {
  /** Speaks briefly. Returns the start time. */
  speak(): number
  type(text: string): Promise<number>
  /** Returns the time of sending. */
  interrupt(): number
  /** The next time of each, from now on. */
  nextText(): Promise<number>
  nextVoice(): Promise<number>
  /** Resolves when the agent has been silent for so long, with the time of its last audio. */
  silence(ms: number): Promise<number>
  close(): Promise<void>
}

export async function joinAsGuest(server: Keys, name: string): Promise<Guest> {
  const room = new Room()
  let onText = (): void => {}
  let onVoice = (): void => {}
  let lastVoice = 0
  room.registerTextStreamHandler('lk.transcription', async (reader, { identity }) => {
    for await (const piece of reader) if (identity !== IDENTITY && piece !== '') onText()
  })
  room.on(RoomEvent.TrackSubscribed, (track) => {
    void (async () => {
      for await (const { data } of new AudioStream(track, RATE))
        if (isLoud(data)) {
          lastVoice = preciseNow()
          onVoice()
        }
    })()
  })
  const token = await guestToken(server, name, { identity: IDENTITY, name: 'Ada' })
  await room.connect(server.url, token, { autoSubscribe: true, dynacast: false })
  const me = room.localParticipant!
  const source = new AudioSource(RATE, 1, 0)
  const track = LocalAudioTrack.createAudioTrack('microphone', source)
  await me.publishTrack(track, new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE }))
  const silent = new AudioFrame(new Int16Array(FRAME), RATE, 1, FRAME)
  const tone = Int16Array.from({ length: FRAME }, (_, at) =>
    Math.round(6_000 * Math.sin((2 * Math.PI * 500 * at) / RATE)),
  )
  const loud = new AudioFrame(tone, RATE, 1, FRAME)
  let spoken = 0
  const clock = setInterval(() => void source.captureFrame(spoken-- > 0 ? loud : silent), 10)
  const agent = (): string => room.remoteParticipants.keys().next().value!

  return {
    speak() {
      spoken = SPOKEN_FRAMES
      return preciseNow()
    },
    async type(text) {
      const at = preciseNow()
      await me.sendText(text, { topic: 'lk.chat' })
      return at
    },
    interrupt() {
      const at = preciseNow()
      void me.performRpc({ destinationIdentity: agent(), method: 'parley.interrupt', payload: '{}' })
      return at
    },
    nextText: () => new Promise((resolve) => (onText = () => resolve(preciseNow()))),
    nextVoice: () => new Promise((resolve) => (onVoice = () => resolve(preciseNow()))),
    async silence(ms) {
      while (preciseNow() - lastVoice < ms) await new Promise((resolve) => setTimeout(resolve, 20))
      return lastVoice
    },
    async close() {
      clearInterval(clock)
      await room.disconnect()
    },
  }
}
