// The code of the speech process. Electron starts it as a utility process, browser mode and tests as a child of Node; the
// two differ only in how messages reach it.
import { recognizerEngines } from '../recognizer-engines.ts'
import { voiceEngines, type VoiceEngineEntry } from '../voice-engines.ts'
import { hostSpeech, type ParentPort } from './speech-host.ts'
import type { HostedVoices } from './voice-host.ts'

const folder = process.argv[2] ?? ''
const entries: VoiceEngineEntry[] = Object.values(voiceEngines)
const voices: HostedVoices = Object.fromEntries(
  entries.flatMap(({ hosted }) => (hosted ? [[hosted.id, () => hosted.load(folder)]] : [])),
)

const clock = {
  now: () => Date.now(),
  after(ms: number, callback: () => void) {
    const timer = setTimeout(callback, ms).unref()
    return () => clearTimeout(timer)
  },
}

interface ElectronParent {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
}

function parentPort(): ParentPort {
  const electron = (process as { parentPort?: ElectronParent }).parentPort
  if (electron)
    return {
      postMessage: (message) => electron.postMessage(message),
      onMessage: (listener) => electron.on('message', ({ data }) => listener(data)),
    }
  if (!process.send) throw new Error('This file runs only as a process that Parley starts.')
  process.on('disconnect', () => process.exit(0))
  return {
    postMessage: (message) => process.send?.(message),
    onMessage: (listener) => process.on('message', listener),
  }
}

hostSpeech(parentPort(), { recognizers: recognizerEngines, voices, clock })
