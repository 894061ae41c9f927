// The built-in voice inside Electron: its Node differs from the tests' Node, and a utility process is not a Node child
// process.
import { join } from 'node:path'
import { repository } from '../../build/repository.ts'
import { expect, test } from './parley-fixture.ts'

test('speech is synthesized in a utility process', async ({ launch }) => {
  const { electron } = await launch()
  const { samples, sampleRate } = await electron!.evaluate(
    ({ utilityProcess }, file) =>
      new Promise<{ samples: number; sampleRate: number }>((resolve, reject) => {
        const child = utilityProcess.fork(file)
        const heard = { samples: 0, sampleRate: 0 }
        child.on('exit', (code) => reject(new Error(`The speech process exited with ${code}.`)))
        child.on(
          'message',
          ({
            to,
            message,
          }: {
            to: string
            message: { type?: string; samples?: Int16Array; sampleRate?: number }
          }) => {
            if (to === 'parley') {
              const speak = { type: 'speak', speech: 1, engine: 'flite', voice: 'slt', rate: 1 }
              child.postMessage({ to: 'voice', message: { ...speak, text: 'All of the tests pass.' } })
            } else if (message.type === 'audio') {
              heard.samples += message.samples?.length ?? 0
              heard.sampleRate = message.sampleRate ?? 0
            } else if (message.type === 'ended') {
              resolve(heard)
              child.kill()
            } else if (message.type === 'failed') reject(new Error(JSON.stringify(message)))
          },
        )
      }),
    join(repository, 'out', 'main', 'speech-worker.js'),
  )
  expect(sampleRate).toBe(16_000)
  expect(samples / sampleRate).toBeGreaterThan(0.8)
  expect(samples / sampleRate).toBeLessThan(5)
})
