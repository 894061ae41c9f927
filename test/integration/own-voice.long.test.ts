// The agent hears its own voice: what the real voice says comes back from the loudspeakers, quieter, into the real
// recognizer. The agent goes on speaking, and stops when somebody talks over it. Time passes with the audio, so that a
// busy machine makes the test slower and not different.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createPlainAgent } from '../fakes/plain-agent.ts'
import { openSpokenAudio } from '../../src/main/journal/spoken-audio.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import { createRecognizer } from '../../src/main/speech/hearing/recognizer.ts'
import { loadMoonshine } from '../../src/main/speech/hearing/moonshine.ts'
import { createRecognitionQueue } from '../../src/main/speech/hearing/recognition-queue.ts'
import { loadSilero } from '../../src/main/speech/hearing/silero.ts'
import { createFliteEngine } from '../../src/main/speech/speaking/flite-engine.ts'
import { createReplySpeaker } from '../../src/main/speech/speaking/reply-speaker.ts'
import type { ConversationEvent, ConversationEventOf } from '../../src/shared/conversation.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { isConnected, openRoomWindow } from '../fakes/room-window.ts'
import { createScriptedBrain } from '../fakes/scripted-brain.ts'
import { recordings } from '../speech-fixtures.ts'
import { createTempFolder } from '../temp-folder.ts'
import { readJournal } from '../fakes/read-journal.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const FRAME = 320
const FRAME_MS = 20
/** How loud the echo is. */
const ECHO = 0.3
/** How late the echo is. */
const LATE_FRAMES = 8
/** Transcription takes at most this many frames, as on a machine that is not busy. */
const MAX_FRAMES = 10

const REPLY =
  'I found three places where the token is validated. The first is in the session manager, where the login handler ' +
  'calls it. The second is in the middleware. The third one is a test, and it is skipped at the moment.'

/** Counts pending calls. */
function counted() {
  let count = 0
  return {
    get: () => count,
    async call<T>(work: Promise<T>): Promise<T> {
      count++
      try {
        return await work
      } finally {
        count--
      }
    },
  }
}

async function start() {
  const clock = createFakeClock()
  const judging = counted()
  const reading = counted()
  const silero = await loadSilero()
  const moonshine = await loadMoonshine('tiny')
  const room = createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })
  const journal = createMemoryJournal()
  const brain = createScriptedBrain({
    script: (text) => (text === 'look for it' ? [{ say: REPLY }] : [{ say: 'Yes.' }]),
  })
  const queue = createRecognitionQueue({
    engine: 'Moonshine tiny',
    guesses: true,
    loadDetector: async () => ({
      ...silero,
      follow() {
        const { judge } = silero.follow()
        return { judge: (frame) => judging.call(judge(frame)) }
      },
    }),
    loadTranscriber: async () => ({
      ...moonshine,
      transcribe: (clip, options) => reading.call(moonshine.transcribe(clip, options)),
    }),
    clock,
    idleMs: 60_000,
  })
  await queue.warmUp()
  const folder = createTempFolder()
  const recognizer = createRecognizer({
    queue,
    audio: await openSpokenAudio(folder.path, { now: clock.now }),
    clock,
  })
  cleanUps.push(async () => {
    await recognizer.close()
    await rm(folder.path, { recursive: true })
  })
  const flite = createFliteEngine()
  cleanUps.push(() => flite.close())
  const speaker = createReplySpeaker(flite, { voice: 'rms', rate: 1, volume: 1 })
  const agent = createPlainAgent({
    room,
    brain,
    journal,
    clock,
    speech: {
      recognizer: () => recognizer,
      speaker: () => speaker,
      pauseMs: () => 700,
    },
    onError(what, error) {
      throw new Error(what, { cause: error })
    },
  })
  cleanUps.push(() => agent.close())

  /** What the loudspeakers still have to play, and what the user says. */
  const playing: Int16Array[] = []
  const saying: Int16Array[] = []
  const window = openRoomWindow(room, { onVoice: (samples) => playing.push(samples) })
  cleanUps.push(() => window.client.close())
  await window.until(isConnected)
  const late: Int16Array[] = Array.from({ length: LATE_FRAMES }, () => new Int16Array(FRAME))
  const stopped = new AbortController()
  async function play(): Promise<void> {
    let waited = 0
    while (!stopped.signal.aborted) {
      late.push(playing.shift() ?? new Int16Array(FRAME))
      const echo = late.shift()!
      const said = saying.shift()
      window.client.sendSound(
        Int16Array.from({ length: FRAME }, (_, at) => Math.round((echo[at] ?? 0) * ECHO) + (said?.[at] ?? 0)),
      )
      clock.advance(FRAME_MS)
      await setImmediate()
      while (judging.get() > 0 && !stopped.signal.aborted) await setImmediate()
      waited = reading.get() > 0 ? waited + 1 : 0
      if (waited >= MAX_FRAMES) while (reading.get() > 0 && !stopped.signal.aborted) await setImmediate()
    }
  }
  void play()
  cleanUps.push(() => stopped.abort())

  async function recorded<K extends ConversationEvent['type']>(type: K): Promise<ConversationEventOf<K>[]> {
    const records = (await readJournal(journal)) ?? []
    return records
      .map(({ event }) => event)
      .filter((event) => event.type === type) as ConversationEventOf<K>[]
  }
  function say(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += FRAME) saying.push(samples.slice(at, at + FRAME))
  }
  await window.client.startTalk('free', 'hands_free')
  await window.client.ask('look for it')
  await window.until(({ agentState }) => agentState === 'speaking')
  return { ...window, brain, recorded, say }
}

describe('the echo of the agent’s own voice', { timeout: 600_000 }, () => {
  it('does not interrupt the agent, and is no request', async () => {
    const { brain, recorded } = await start()
    await expect
      .poll(async () => (await recorded('reply.voiced')).length, { timeout: 500_000 })
      .toBeGreaterThan(0)
    expect(brain.asked.map(({ text }) => text)).toEqual(['look for it'])
    expect(await recorded('reply.voiced')).toMatchObject([{ complete: true, heard: REPLY.length }])
  })

  it('does not hide a user who talks over it', async () => {
    const { brain, recorded, say, until } = await start()
    await until(({ transcript }) => transcript.some(({ role }) => role === 'agent'))
    say(recordings('commands')[3]!.samples)
    await expect
      .poll(() => recorded('reply.voiced'), { timeout: 500_000 })
      .toMatchObject([{ complete: false }])
    await expect.poll(() => brain.asked.length, { timeout: 500_000 }).toBe(2)
    expect(brain.asked[1]!.text).toMatch(/run the/i)
  })
})
