import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe } from 'vitest'
import { openSpokenAudio } from '../../src/main/journal/spoken-audio.ts'
import { createRecognizer } from '../../src/main/speech/hearing/recognizer.ts'
import { loadMoonshine } from '../../src/main/speech/hearing/moonshine.ts'
import {
  createRecognitionQueue,
  type RecognitionQueue,
} from '../../src/main/speech/hearing/recognition-queue.ts'
import { loadSilero } from '../../src/main/speech/hearing/silero.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { createRecognizerClient } from '../../src/main/speech/process/recognizer-client.ts'
import { spawnChild } from '../../src/main/speech/process/spawn-child.ts'
import { createSpeechProcess, type SpeechProcess } from '../../src/main/speech/process/speech-process.ts'
import { createFakeRecognizer } from '../fakes/fake-recognizer.ts'
import { recordings } from '../speech-fixtures.ts'
import { createTempFolder } from '../temp-folder.ts'
import { describeRecognizer, type MadeRecognizer } from './recognizer-contract.ts'

const said = recordings('commands')
const sounds = {
  first: { samples: said[3]!.samples, word: /run the tests/i },
  second: { samples: said[12]!.samples, word: /close all other tabs/i },
}

describeRecognizer(
  'that is scripted',
  async (options) => {
    const kept = new Map()
    const make = () =>
      createFakeRecognizer({
        words: (id) => (id === 'two' ? 'close all other tabs' : 'run the tests'),
        kept,
        ...options,
      })
    return { recognizer: make(), again: async () => make(), remove: async () => {} }
  },
  sounds,
)

/** The real recognizer, with engines in any process. */
async function realRecognizer(
  queue: RecognitionQueue,
  options: { limitMs?: number },
): Promise<MadeRecognizer> {
  const folder = createTempFolder()
  const make = async () =>
    createRecognizer({
      // The tests share the engines, so they stay open.
      queue: { ...queue, engine: queue.engine, close: async () => {} },
      audio: await openSpokenAudio(folder.path, { now: Date.now }),
      clock: systemClock,
      ...options,
    })
  const made = [await make()]
  return {
    recognizer: made[0]!,
    async again() {
      made.push(await make())
      return made.at(-1)!
    },
    async remove() {
      for (const recognizer of made) await recognizer.close()
      await rm(folder.path, { recursive: true })
    },
  }
}

describe('with engines in this process', () => {
  const queue = createRecognitionQueue({
    engine: 'Moonshine tiny',
    guesses: true,
    loadDetector: loadSilero,
    loadTranscriber: () => loadMoonshine('tiny'),
    clock: systemClock,
    idleMs: 60_000,
  })
  afterAll(() => queue.close())
  describeRecognizer('in this process', (options) => realRecognizer(queue, options), sounds)
})

describe('with engines in the speech process', () => {
  let speech: SpeechProcess
  let queue: RecognitionQueue
  beforeAll(() => {
    speech = createSpeechProcess({ spawn: spawnChild(), clock: systemClock, onProblem: () => {} })
    queue = createRecognizerClient({
      link: speech.service('recognizer'),
      request: async () => ({ engine: 'embedded', configuration: { size: 'tiny' } }),
      engineName: () => 'Moonshine tiny',
    })
  })
  afterAll(() => speech.close())
  describeRecognizer('in the speech process', (options) => realRecognizer(queue, options), sounds)
})
