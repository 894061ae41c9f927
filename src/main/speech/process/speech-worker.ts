// The code of the speech process. Electron starts it as a utility process, browser mode and tests as a child of Node's:
// the two differ only in how they are spoken to.
import { availableParallelism } from 'node:os'
import { createFliteEngine } from '../voice/flite-engine.ts'
import { createKokoroEngine } from '../voice/kokoro-engine.ts'
import { hostSpeech, type ParentPort } from './speech-host.ts'
import type { HostedVoices } from './voice-host.ts'

/** The voices there are; whoever adds one adds it here. */
const voices: HostedVoices = {
  flite: async () => createFliteEngine(),
  kokoro: async () =>
    createKokoroEngine({ folder: process.argv[2] ?? '', threads: Math.min(4, availableParallelism()) }),
}

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
  if (!process.send) throw new Error('This file is the code of a process that another one starts.')
  // Nobody is left to speak to.
  process.on('disconnect', () => process.exit(0))
  return {
    postMessage: (message) => process.send?.(message),
    onMessage: (listener) => process.on('message', listener),
  }
}

hostSpeech(parentPort(), { voices, clock })
