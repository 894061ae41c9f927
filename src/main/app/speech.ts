// The recognizer and the voice of the app. They are loaded when somebody is there to talk, so that the window opens first.
import { join } from 'node:path'
import { z } from 'zod'
import type { Fault } from '../../shared/errors.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import { openSpokenAudio } from '../journal/spoken-audio.ts'
import { packageSource } from '../speech/from-environment.ts'
import { openSpeech, type OpenSpeech } from '../speech/open-speech.ts'
import type { SpawnSpeech } from '../speech/process/speech-process.ts'
import { measuredSpeeds, type SpeechMemory } from '../speech/speech-memory.ts'
import { openProfileFile } from '../storage/profile-file.ts'
import { makeProfileFolder } from '../storage/profile-folder.ts'
import type { SettingsStore } from '../storage/settings-store.ts'
import { systemClock } from './clock.ts'
import type { Log } from './log.ts'
import { speechKeyNames, type AppSecrets } from './secrets.ts'

export interface AppSpeech extends OpenSpeech {
  /** Loads the engines, once. */
  load(): void
}

interface Deps {
  profile: string
  environment: NodeJS.ProcessEnv
  settings: SettingsStore
  secrets: AppSecrets
  /** Starts the speech process, which finds the natural voice in this folder. */
  spawn(naturalVoice: string): SpawnSpeech
  onState(state: { recognizer: SpeechState; voice: SpeechState }): void
  onProblem(fault: Fault): void
  log: Log
}

export async function openAppSpeech(deps: Deps): Promise<AppSpeech> {
  const { profile, settings, secrets, log } = deps
  const speech = openSpeech({
    audio: await openSpokenAudio(await makeProfileFolder(join(profile, 'spoken')), { now: systemClock.now }),
    memory: await openSpeechMemory(profile, deps.onProblem),
    naturalVoice: join(profile, 'voices', 'kokoro'),
    spawn: deps.spawn,
    packageSource: packageSource(deps.environment),
    clock: systemClock,
    settings: settings.get,
    keys: {
      recognizer: () => secrets.value(speechKeyNames.recognizer),
      voice: () => secrets.value(speechKeyNames.voice),
    },
    onState: deps.onState,
    onProblem: (what, fields) => log('warn', what, fields),
    onError: (what, error) => log('warn', what, { pii: { error: String(error) } }),
  })
  let isLoaded = false
  settings.onChange(() => {
    if (isLoaded) speech.follow()
  })
  return {
    ...speech,
    load() {
      if (isLoaded) return
      isLoaded = true
      speech.follow()
    },
  }
}

async function openSpeechMemory(profile: string, onProblem: (fault: Fault) => void): Promise<SpeechMemory> {
  const file = await openProfileFile({
    path: join(profile, 'speech.json'),
    what: 'The measured speed of this computer',
    schema: z.record(z.string(), z.unknown()),
    empty: {},
    onProblem,
  })
  return {
    get: () => measuredSpeeds.safeParse(file.get()).data ?? {},
    store: async (part) => void (await file.change((known) => ({ ...known, ...part }))),
  }
}
