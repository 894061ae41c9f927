// Takes of guests who leave in the middle of a sentence, with real audio files.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/speech/hearing/code-word-index.ts'
import type { SpokenAudio } from '../../src/core/ports/recognizer.ts'
import { createGuestHost, type OpenGuestHost } from '../../src/main/gateways/guest-host/guest-host.ts'
import { openSpokenAudio } from '../../src/main/journal/spoken-audio.ts'
import { createRecognizer } from '../../src/main/speech/hearing/recognizer.ts'
import type {
  RecognitionQueue,
  RecognitionListener,
} from '../../src/main/speech/hearing/recognition-queue.ts'
import type { RecordedEvent } from '../../src/shared/conversation.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { createFakeOwner } from '../fakes/fake-owner.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

const SECOND = new Int16Array(16_000).fill(8_000)
/** Enough for one take of a second, and no second take beside it. */
const MAX_BYTES = 48_000

let folder: TempFolder
let audio: SpokenAudio
let guestHost: OpenGuestHost
let records: RecordedEvent[]
let finish: (listener: RecognitionListener) => void
let diskIsFull: boolean
let problems: string[]
/** Called when a take is acknowledged or left for recovery. */
let onSettled: (takeId: string) => void

const queue: RecognitionQueue = {
  engine: 'fake',
  open: (listener) => ({ write() {}, release: () => finish(listener), cancel() {} }),
  watch: () => ({ write() {}, close() {} }),
  close: async () => {},
}

beforeEach(async () => {
  folder = createTempFolder()
  records = []
  problems = []
  diskIsFull = false
  finish = (listener) => listener.onFinished('but do not push it')
  audio = await openSpokenAudio(join(folder.path, 'spoken'), { now: () => 0, maxTotalBytes: MAX_BYTES })
  const recognizer = createRecognizer({
    queue,
    clock: createFakeClock(),
    audio: {
      ...audio,
      acknowledge: (takeId) => audio.acknowledge(takeId).then(() => onSettled(takeId)),
      leave: (takeId) => audio.leave(takeId).then(() => onSettled(takeId)),
    },
  })
  let takes = 0
  const journal = createMemoryJournal(records)
  guestHost = createGuestHost({
    openBrain() {
      throw new Error('The brain must not be asked.')
    },
    openJournal: () => ({
      ...journal,
      append(record) {
        if (diskIsFull) throw new Error('full')
        journal.append(record)
      },
    }),
    show: () => {},
    recognizer: () => recognizer,
    state: () => 'ready',
    onState: () => () => {},
    wake: () => {},
    names: () => indexCodeWords([]),
    newId: () => `id-${++takes}`,
    clock: createFakeClock(),
    askOwner: createFakeOwner().ask,
    hasWindow: () => true,
    onError: (what) => void problems.push(what),
  })
})
afterEach(async () => {
  await guestHost.close()
  await audio.close()
  folder.remove()
})

/** Speaks for a second and leaves; resolves once the take is settled. */
async function spokeAndLeft(): Promise<{ takeId: string; stored: boolean }> {
  const settled = new Promise<string>((resolve) => (onSettled = resolve))
  const take = guestHost.recognizer('vela:some-guest').open()
  let stored = true
  take.onEvent((event) => (stored &&= event.type !== 'take.not_stored'))
  take.write(SECOND)
  take.leave()
  return { takeId: await settled, stored }
}

const said = (): string[] =>
  records.flatMap(({ event }) => (event.type === 'transcript.updated' ? [event.text] : []))

describe('a guest who leaves while speaking', () => {
  it('has a transcript in the journal and leaves no take open, however often that happens', async () => {
    for (let times = 1; times <= 5; times++) {
      const { takeId, stored } = await spokeAndLeft()
      expect(stored).toBe(true)
      // Fails if a take of this name is still open.
      audio.begin({ takeId, session: 'another', startedAt: 0 })
      await audio.acknowledge(takeId)
    }
    expect(said()).toEqual(Array.from({ length: 5 }, () => 'but do not push it'))
    expect(await readdir(join(folder.path, 'spoken'))).toEqual([])
    expect(problems).toEqual([])
  })

  it('without having said anything leaves nothing behind', async () => {
    finish = (listener) => listener.onFinished('')
    await spokeAndLeft()
    expect([said(), await readdir(join(folder.path, 'spoken'))]).toEqual([[], []])
  })

  it('is transcribed again later if that failed', async () => {
    finish = (listener) => listener.onFailed(new Error('the engine stopped'))
    const { takeId } = await spokeAndLeft()
    expect(await audio.unacknowledged()).toMatchObject([{ takeId, session: 'vela', soundMs: 1000 }])
  })

  it('is transcribed again later if the transcript could not be stored', async () => {
    diskIsFull = true
    const { takeId } = await spokeAndLeft()
    expect(await audio.unacknowledged()).toMatchObject([{ takeId, soundMs: 1000 }])
    await guestHost.close()
    expect(problems).toContain('A take of a guest could not be stored')
  })

  it('has a stored take for the next start if Parley stops before it is transcribed', async () => {
    let transcribed = (): void => {}
    finish = (listener) => (transcribed = () => listener.onFinished('too late'))
    const take = guestHost.recognizer('g2').open()
    take.write(SECOND)
    take.leave()
    await guestHost.close()
    transcribed()
    await audio.close()
    expect(said()).toEqual([])
    const next = await openSpokenAudio(join(folder.path, 'spoken'), { now: () => 0 })
    expect(await next.unacknowledged()).toMatchObject([{ takeId: take.takeId, soundMs: 1000 }])
  })
})
