// Two participants with LiveKit frontends and open microphones: the agent transcribes the one who talks and publishes the
// transcript under that name.
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  Room,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node'
import { AccessToken } from 'livekit-server-sdk'
import { expect, it } from 'vitest'
import { encodeAudio } from '../../../src/core/wires/local-room/room-audio.ts'
import { peopleIn } from '../../../src/main/rooms/livekit/tokens.ts'
import { AUDIO_TOPIC } from '../../../src/shared/wire/room-sound.ts'
import { closeAfterwards, startAgent } from './agent-in-room.ts'
import { createCondition } from './condition.ts'
import { joinForeign, type ForeignParticipant } from './foreign-participant.ts'
import { describeOnServer, liveKitServer } from './on-server.ts'

const RATE = 48_000
const FRAME = RATE / 100

interface Microphone {
  /** Plays a tone until `silence` is called. */
  speak(): void
  silence(): void
}

/** A microphone that is always open, and silent until `speak` is called. */
async function openMicrophone({ room }: ForeignParticipant): Promise<Microphone> {
  const source = new AudioSource(RATE, 1)
  const track = LocalAudioTrack.createAudioTrack('microphone', source)
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE })
  await room.localParticipant!.publishTrack(track, options)
  const closed = new AbortController()
  let [loud, at] = [false, 0]
  const sample = (): number => (loud ? Math.round(12_000 * Math.sin((2 * Math.PI * 300 * at++) / RATE)) : 0)
  async function run(): Promise<void> {
    while (!closed.signal.aborted) {
      await source.captureFrame(new AudioFrame(Int16Array.from({ length: FRAME }, sample), RATE, 1, FRAME))
    }
  }
  const running = run()
  closeAfterwards(async () => {
    closed.abort()
    await running
    await track.close()
  })
  return { speak: () => void (loud = true), silence: () => void (loud = false) }
}

describeOnServer('a window in a LiveKit room whose token does not say how its audio is sent', () => {
  it('is heard through its packets, and not through its track as well', async () => {
    const { name, compositeRoom } = await startAgent({ speaks: false })
    const talkers = createCondition<(string | null)[]>(() => speakersSeen)
    const speakersSeen: (string | null)[] = []
    compositeRoom.onTalker?.((identity) => {
      speakersSeen.push(identity)
      talkers.changed()
    })
    const ada = await joinForeign(name, 'ada')
    await openMicrophone(ada)
    await talkers.until((all) => all.at(-1) === 'ada')
    const packet = encodeAudio({ from: 'ada', samples: new Int16Array(320), sampleRate: 16_000 })
    await ada.room.localParticipant!.publishData(packet, { reliable: true, topic: AUDIO_TOPIC })
    await talkers.until((all) => all.at(-1) === null)
    expect(speakersSeen).toEqual(['ada', null])
  })
})

describeOnServer('who is in a LiveKit room', () => {
  it('includes visible participants and not hidden ones', async () => {
    const { name } = await startAgent({ speaks: false })
    await joinForeign(name, 'ada')
    const { url, key, secret } = liveKitServer()
    const token = new AccessToken(key, secret, { identity: 'recorder' })
    token.addGrant({ room: name, roomJoin: true, hidden: true })
    const recorder = new Room()
    closeAfterwards(() => recorder.disconnect())
    await recorder.connect(url, await token.toJwt(), { autoSubscribe: true, dynacast: false })
    await expect.poll(() => peopleIn(liveKitServer(), name), { timeout: 300_000 }).toEqual(['ada'])
  })
})

describeOnServer('two people with open microphones in a LiveKit room', () => {
  it('are heard in turn, and each transcript is attributed to its speaker', async () => {
    const { name, heard } = await startAgent({ speaks: false })
    const [ada, bo] = [await joinForeign(name, 'ada'), await joinForeign(name, 'bo')]
    const [hers, his] = [await openMicrophone(ada), await openMicrophone(bo)]
    const said = (by: ForeignParticipant, sender: string, text: string, final: 'true' | 'false') =>
      by.until((streams) =>
        streams.some(
          (stream) =>
            stream.sender === sender &&
            stream.text === text &&
            stream.attributes['lk.transcription_final'] === final,
        ),
      )
    heard.text = 'open the harbour'
    // The agent may not be subscribed yet: he speaks until it is.
    his.speak()
    await said(ada, 'bo', 'open the harbour', 'false')
    his.silence()
    await said(ada, 'bo', 'open the harbour', 'true')
    heard.text = 'close the harbour'
    hers.speak()
    await said(bo, 'ada', 'close the harbour', 'false')
    hers.silence()
    const streams = await said(bo, 'ada', 'close the harbour', 'true')
    const speakers = streams
      .filter(({ attributes }) => attributes['lk.transcription_final'] === 'true')
      .flatMap(({ attributes }) => attributes['parley.speaker'] ?? [])
    expect(speakers).toEqual(['bo Lovelace', 'ada Lovelace'])
  })
})
