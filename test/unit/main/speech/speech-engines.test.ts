import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src/main/app/clock.ts'
import { openSpokenAudio } from '../../../../src/main/journal/spoken-audio.ts'
import { openRecognizer } from '../../../../src/main/speech/open-recognizer.ts'
import { openVoice } from '../../../../src/main/speech/open-voice.ts'
import { hostSpeech } from '../../../../src/main/speech/process/speech-host.ts'
import { createSpeechProcess } from '../../../../src/main/speech/process/speech-process.ts'
import { createHostedVoice } from '../../../../src/main/speech/process/voice-client.ts'
import type { RecognizerEngine } from '../../../../src/main/speech/recognizer-engines.ts'
import type { VoiceEngineEntry } from '../../../../src/main/speech/voice-engines.ts'
import { FaultError } from '../../../../src/shared/errors.ts'
import { defaultSettings, type Settings } from '../../../../src/shared/settings.ts'
import type { SpeechState } from '../../../../src/shared/wire/speech-state.ts'
import { createFakeProcess } from '../../../fakes/fake-process.ts'
import { createTempFolder } from '../../../temp-folder.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Transcribes every clip as what its configuration says. */
const parrot: RecognizerEngine = {
  guesses: false,
  name: ({ settings }) => `Parrot of ${settings.recognizerModel}`,
  configure({ settings, key, measuredMs }) {
    if (settings.recognizerModel === '')
      throw new FaultError('ears_unavailable', 'The parrot has no phrase.', 'Enter one.')
    return { phrase: settings.recognizerModel, key, isFast: (measuredMs ?? 0) < 100 }
  },
  async load({ phrase, key, isFast }) {
    return {
      name: 'parrot',
      guesses: false,
      transcribe: async () => ({ text: `${String(phrase)}, ${String(key)}, ${String(isFast)}` }),
      close: async () => {},
    }
  },
  measure: async () => 7,
}

/** One long tone for each word. */
const whistle: VoiceEngineEntry = {
  open: ({ client }) =>
    createHostedVoice(client, { id: 'whistle', name: 'Whistle', sampleRate: 16_000, voices: [] }),
  hosted: {
    id: 'whistle',
    load: () => ({
      sampleRate: 16_000,
      async *speak(text) {
        for (const _ of text.split(' ')) yield new Int16Array(1_600).fill(9_000)
      },
    }),
  },
}

const mute: VoiceEngineEntry = {
  async open() {
    throw new FaultError('voice_unavailable', 'It has no mouth.', 'Choose another voice.')
  },
}

async function start(chosen: Record<string, string>) {
  const settings = { ...defaultSettings, ...chosen } as Settings
  const speech = createSpeechProcess({
    spawn() {
      const started = createFakeProcess()
      hostSpeech(started.parent, {
        clock: systemClock,
        recognizers: { parrot },
        voices: { whistle: () => whistle.hosted!.load('') },
        loadDetector: async () => ({
          follow: () => ({ judge: async () => 1 }),
          close: async () => {},
        }),
      })
      return started.port
    },
    clock: systemClock,
    onProblem: () => {},
  })
  const measured = {}
  const memory = { get: () => measured, store: async (part: object) => void Object.assign(measured, part) }
  const folder = createTempFolder()
  const states: SpeechState[] = []
  const recognizer = openRecognizer({
    audio: await openSpokenAudio(folder.path, { now: Date.now }),
    link: speech.service('recognizer'),
    clock: systemClock,
    memory,
    settings: () => settings,
    key: () => 'secret',
    onState: () => states.push(recognizer.state()),
    onError: () => {},
    engines: { parrot },
  })
  const voice = openVoice({
    link: speech.service('voice'),
    folder: folder.path,
    packageSource: null,
    memory,
    settings: () => settings,
    key: () => null,
    onState: () => states.push(voice.state()),
    engines: { whistle, mute },
  })
  closing.push(
    () => folder.remove(),
    () => speech.close(),
    () => recognizer.close(),
    () => voice.close(),
  )
  return { settings, recognizer, voice, states }
}

describe('a recognizer engine that is registered', () => {
  it('is named, configured, loaded in the speech process and measured', async () => {
    const { recognizer, states } = await start({ recognizer: 'parrot', recognizerModel: 'hello' })
    recognizer.follow()
    expect(recognizer.state()).toEqual({ name: 'Parrot of hello', state: { tag: 'loading' } })
    const take = recognizer.recognizer()!.open({ takeId: 'one', session: 's' })
    take.write(new Int16Array(16_000).fill(5_000))
    expect((await take.release()).text).toBe('hello, secret, true')
    await expect.poll(() => states.at(-1)?.state.tag).toBe('ready')
  })

  it('says what is missing when it cannot be configured', async () => {
    const { recognizer } = await start({ recognizer: 'parrot', recognizerModel: '' })
    recognizer.follow()
    await expect
      .poll(() => recognizer.state().state)
      .toEqual({ tag: 'failed', message: 'The parrot has no phrase.', remedy: 'Enter one.' })
  })
})

describe('a voice engine that is registered', () => {
  it('speaks with the audio that the speech process makes', async () => {
    const { voice } = await start({ recognizer: 'off', voice: 'whistle' })
    voice.follow()
    expect(voice.state()).toEqual({ name: 'Whistle', state: { tag: 'ready' } })
    const reply = voice.speaker()!.begin()
    reply.append('One two three.')
    reply.end()
    let loud = 0
    for await (const { samples } of reply.frames()) loud += samples.filter((sample) => sample > 1_000).length
    expect(loud).toBeGreaterThan(4_000)
  })

  it('leaves the built-in voice in place when it cannot be opened', async () => {
    const { voice } = await start({ recognizer: 'off', voice: 'mute' })
    voice.follow()
    await expect
      .poll(() => voice.state())
      .toEqual({
        name: 'Flite, built in',
        state: { tag: 'failed', message: 'It has no mouth.', remedy: 'Choose another voice.' },
      })
  })
})
