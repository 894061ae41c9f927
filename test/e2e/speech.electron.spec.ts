// The speech engines inside Electron: its Node differs from the tests' Node, and a utility process is not a Node child
// process.
import { join } from 'node:path'
import { repository } from '../../build/repository.ts'
import { recordings } from '../speech-fixtures.ts'
import { expect, test } from './parley-fixture.ts'

test('speech is recognized in a utility process', async ({ launch }) => {
  const { electron } = await launch()
  const text = await electron!.evaluate(
    ({ utilityProcess }, { file, audio }) =>
      new Promise<string>((resolve, reject) => {
        const child = utilityProcess.fork(file)
        const say = (message: unknown): void => child.postMessage({ to: 'recognizer', message })
        child.on('exit', (code) => reject(new Error(`The speech process exited with ${code}.`)))
        child.on('message', ({ to, message }: { to: string; message: { type?: string; text?: string } }) => {
          if (to === 'parley') {
            say({ type: 'use', request: { engine: 'embedded', configuration: { size: 'tiny' } } })
            say({ type: 'open', take: 1 })
            const samples = Int16Array.from(audio)
            for (let at = 0; at < samples.length; at += 320)
              say({ type: 'audio', take: 1, samples: samples.slice(at, at + 320) })
            say({ type: 'release', take: 1 })
          } else if (message.type === 'finished') {
            resolve(message.text ?? '')
            child.kill()
          } else if (message.type === 'failed') reject(new Error(JSON.stringify(message)))
        })
      }),
    {
      file: join(repository, 'out', 'main', 'speech-worker.js'),
      audio: [...recordings('commands')[3]!.samples],
    },
  )
  expect(text).toMatch(/run the tests/i)
})
