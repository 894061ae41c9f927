// What a guest says who goes in the middle of a sentence, with the real files it is kept in.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/ears/code-word-index.ts'
import type { SpokenAudio } from '../../src/core/ports/ears.ts'
import { createHouse, type OpenHouse } from '../../src/main/gateways/house/house.ts'
import { openSpokenAudio } from '../../src/main/journal/spoken-audio.ts'
import { createEars } from '../../src/main/speech/ears/ears.ts'
import type { Recogniser, RecogniserListener } from '../../src/main/speech/ears/recogniser.ts'
import type { RecordedEvent } from '../../src/shared/conversation.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

const SECOND = new Int16Array(16_000).fill(8_000)
/** There is room for one take of a second, and for no other beside it. */
const ROOM = 48_000

let folder: TempFolder
let audio: SpokenAudio
let house: OpenHouse
let records: RecordedEvent[]
let finish: (listener: RecogniserListener) => void
let diskIsFull: boolean
let problems: string[]
/** Called when a take is let go, however that is. */
let letGo: (takeId: string) => void

const recogniser: Recogniser = {
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
  audio = await openSpokenAudio(join(folder.path, 'spoken'), { now: () => 0, maxTotalBytes: ROOM })
  const ears = createEars({
    recogniser,
    clock: createFakeClock(),
    audio: {
      ...audio,
      acknowledge: (takeId) => audio.acknowledge(takeId).then(() => letGo(takeId)),
      leave: (takeId) => audio.leave(takeId).then(() => letGo(takeId)),
    },
  })
  let takes = 0
  const journal = createMemoryJournal(records)
  house = createHouse({
    openBrain() {
      throw new Error('nobody is asked')
    },
    openJournal: async () => ({
      ...journal,
      append: (record) => (diskIsFull ? Promise.reject(new Error('full')) : journal.append(record)),
    }),
    show: () => {},
    ears: () => ears,
    state: () => 'ready',
    onState: () => () => {},
    wake: () => {},
    names: () => indexCodeWords([]),
    newId: () => `id-${++takes}`,
    now: () => 0,
    onError: (what) => void problems.push(what),
  })
})
afterEach(async () => {
  await house.close()
  await audio.close()
  folder.remove()
})

/** Speaks for a second and goes; resolves once the take was let go. */
async function spokeAndLeft(): Promise<{ takeId: string; kept: boolean }> {
  const gone = new Promise<string>((resolve) => (letGo = resolve))
  const take = house.ears('vela:some-guest').open()
  let kept = true
  take.onEvent((event) => (kept &&= event.type !== 'take.not_kept'))
  take.write(SECOND)
  take.leave()
  return { takeId: await gone, kept }
}

const said = (): string[] =>
  records.flatMap(({ event }) => (event.type === 'transcript.updated' ? [event.text] : []))

describe('a guest who goes while speaking', () => {
  it('leaves its words on record and nothing open, however many do so', async () => {
    for (let times = 1; times <= 5; times++) {
      const { takeId, kept } = await spokeAndLeft()
      expect(kept).toBe(true)
      // A name that is still in use cannot be had again.
      audio.begin({ takeId, session: 'another', startedAt: 0 })
      await audio.acknowledge(takeId)
    }
    expect(said()).toEqual(Array.from({ length: 5 }, () => 'but do not push it'))
    expect(await readdir(join(folder.path, 'spoken'))).toEqual([])
    expect(problems).toEqual([])
  })

  it('and had said nothing yet leaves nothing at all', async () => {
    finish = (listener) => listener.onFinished('')
    await spokeAndLeft()
    expect([said(), await readdir(join(folder.path, 'spoken'))]).toEqual([[], []])
  })

  it('is heard again another time where it could not be recognised', async () => {
    finish = (listener) => listener.onFailed(new Error('the engine stopped'))
    const { takeId } = await spokeAndLeft()
    expect(await audio.unacknowledged()).toMatchObject([{ takeId, session: 'vela', soundMs: 1000 }])
  })

  it('is heard again another time where its words could not be kept', async () => {
    diskIsFull = true
    const { takeId } = await spokeAndLeft()
    expect(await audio.unacknowledged()).toMatchObject([{ takeId, soundMs: 1000 }])
    await house.close()
    expect(problems).toContain('a take of a guest')
  })

  it('has its sound kept for the next start where Parley stops before it is recognised', async () => {
    let recognised = (): void => {}
    finish = (listener) => (recognised = () => listener.onFinished('too late'))
    const take = house.ears('g2').open()
    take.write(SECOND)
    take.leave()
    await house.close()
    recognised()
    await audio.close()
    expect(said()).toEqual([])
    const next = await openSpokenAudio(join(folder.path, 'spoken'), { now: () => 0 })
    expect(await next.unacknowledged()).toMatchObject([{ takeId: take.takeId, soundMs: 1000 }])
  })
})
