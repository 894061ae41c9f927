import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe } from 'vitest'
import { openSpokenAudio } from '../../src/main/journal/spoken-audio.ts'
import { createEars } from '../../src/main/speech/ears/ears.ts'
import { loadMoonshine } from '../../src/main/speech/ears/moonshine.ts'
import { createRecogniser, type Recogniser } from '../../src/main/speech/ears/recogniser.ts'
import { loadSilero } from '../../src/main/speech/ears/silero.ts'
import { systemClock } from '../../src/main/clock.ts'
import { createEarsClient } from '../../src/main/speech/process/ears-client.ts'
import { spawnChild } from '../../src/main/speech/process/spawn-child.ts'
import { createSpeechProcess, type SpeechProcess } from '../../src/main/speech/process/speech-process.ts'
import { createFakeEars } from '../fakes/fake-ears.ts'
import { recordings } from '../speech-fixtures.ts'
import { createTempFolder } from '../temp-folder.ts'
import { describeEars, type MadeEars } from './ears-contract.ts'

const said = recordings('commands')
const sounds = {
  first: { samples: said[3]!.samples, word: /run the tests/i },
  second: { samples: said[12]!.samples, word: /close all other tabs/i },
}

describeEars(
  'that are scripted',
  async (options) => {
    const kept = new Map()
    const make = () =>
      createFakeEars({
        words: (id) => (id === 'two' ? 'close all other tabs' : 'run the tests'),
        kept,
        ...options,
      })
    return { ears: make(), again: async () => make(), remove: async () => {} }
  },
  sounds,
)

/** The real ones, whatever process their engines are in. */
async function realEars(recogniser: Recogniser, options: { limitMs?: number }): Promise<MadeEars> {
  const folder = createTempFolder()
  const make = async () =>
    createEars({
      // The engines are shared between tests, and stay.
      recogniser: { ...recogniser, engine: recogniser.engine, close: async () => {} },
      audio: await openSpokenAudio(folder.path, { now: Date.now }),
      clock: systemClock,
      ...options,
    })
  const made = [await make()]
  return {
    ears: made[0]!,
    async again() {
      made.push(await make())
      return made.at(-1)!
    },
    async remove() {
      for (const ears of made) await ears.close()
      await rm(folder.path, { recursive: true })
    },
  }
}

describe('with engines in this process', () => {
  const recogniser = createRecogniser({
    engine: 'Moonshine tiny',
    guesses: true,
    loadDetector: loadSilero,
    loadTranscriber: () => loadMoonshine('tiny'),
    clock: systemClock,
    idleMs: 60_000,
  })
  afterAll(() => recogniser.close())
  describeEars('that recognise here', (options) => realEars(recogniser, options), sounds)
})

describe('with engines in a process of their own', () => {
  let speech: SpeechProcess
  let recogniser: Recogniser
  beforeAll(() => {
    speech = createSpeechProcess({ spawn: spawnChild(), clock: systemClock, onProblem: () => {} })
    recogniser = createEarsClient({
      link: speech.service('ears'),
      engine: async () => ({ kind: 'moonshine', size: 'tiny' }),
      engineName: () => 'Moonshine tiny',
    })
  })
  afterAll(() => speech.close())
  describeEars('that recognise elsewhere', (options) => realEars(recogniser, options), sounds)
})
