// The thread of flite. A sentence takes so long that on another thread microphone frames would pile up.
import { parentPort } from 'node:worker_threads'
import { loadFlite } from './flite-program.ts'
import type { FromFlite, ToFlite } from './flite-engine.ts'

const flite = loadFlite()

parentPort?.on('message', ({ id, text, voice, rate }: ToFlite) => {
  flite
    .then((program) => {
      const samples = program.say(text, voice, rate)
      const answer: FromFlite = { id, samples }
      parentPort?.postMessage(answer, [samples.buffer as ArrayBuffer])
    })
    .catch((error: unknown) => {
      const answer: FromFlite = { id, failed: error instanceof Error ? error.message : String(error) }
      parentPort?.postMessage(answer)
    })
})
