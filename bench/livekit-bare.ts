// LiveKit's own library with nothing around it: a frontend's microphone, and a voice that one packet stops.
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
import { guestToken } from '../src/main/rooms/livekit/tokens.ts'
import type { LiveKitServer } from '../test/peers/livekit/server.ts'

const RATE = 48_000
const FRAME = RATE / 50
/** As far ahead as Parley sends its own voice. */
const LEAD_FRAMES = 20

const tone = Int16Array.from({ length: FRAME }, (_, at) =>
  Math.round(6_000 * Math.sin((2 * Math.PI * 500 * at) / RATE)),
)
const frameOf = (samples: Int16Array): AudioFrame => new AudioFrame(samples, RATE, 1, samples.length)

async function join(server: LiveKitServer, room: string, identity: string): Promise<Room> {
  const joined = new Room()
  const token = await guestToken(server, room, { identity, name: identity })
  await joined.connect(server.url, token, { autoSubscribe: true, dynacast: false })
  return joined
}

async function publish(room: Room, queueMs: number): Promise<AudioSource> {
  const source = new AudioSource(RATE, 1, queueMs)
  const track = LocalAudioTrack.createAudioTrack('sound', source)
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE })
  await room.localParticipant!.publishTrack(track, options)
  return source
}

/** A microphone in the room: silent, and loud for a tenth of a second on request. */
export async function openMicrophone(server: LiveKitServer, roomName: string) {
  const room = await join(server, roomName, 'microphone')
  const source = await publish(room, 0)
  // Unqueued audio must come in frames of ten milliseconds.
  const [loudFrame, silentFrame] = [tone.subarray(0, FRAME / 2), new Int16Array(FRAME / 2)]
  let loud = 0
  const clock = setInterval(() => void source.captureFrame(frameOf(loud-- > 0 ? loudFrame : silentFrame)), 10)
  return {
    speak() {
      loud = 10
    },
    async close() {
      clearInterval(clock)
      await room.disconnect()
    },
  }
}

/** One participant plays until a packet arrives; another listens and sends that packet. */
export async function openBareVoice(server: LiveKitServer) {
  const speaker = await join(server, 'bare', 'speaker')
  const source = await publish(speaker, 2_000)
  const now = { speaking: false }
  speaker.on(RoomEvent.DataReceived, () => {
    now.speaking = false
    source.clearQueue()
  })
  const listener = await join(server, 'bare', 'listener')
  let onVoice: (samples: Int16Array) => void = () => {}
  listener.on(RoomEvent.TrackSubscribed, (track) => {
    void (async () => {
      for await (const { data } of new AudioStream(track, RATE)) onVoice(data)
    })()
  })

  async function keepSpeaking(): Promise<void> {
    const from = performance.now()
    for (let sent = 0; now.speaking; sent++) {
      while (now.speaking && (sent - LEAD_FRAMES) * 20 > performance.now() - from)
        await new Promise((resolve) => setTimeout(resolve, 5))
      if (now.speaking) await source.captureFrame(frameOf(tone))
    }
  }

  return {
    speak() {
      now.speaking = true
      void keepSpeaking()
    },
    hear(listen: (samples: Int16Array) => void) {
      onVoice = listen
    },
    stop: () => void listener.localParticipant!.publishData(new Uint8Array(1), { reliable: true }),
    async close() {
      now.speaking = false
      await listener.disconnect()
      await speaker.disconnect()
    },
  }
}
