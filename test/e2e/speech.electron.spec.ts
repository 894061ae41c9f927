// The engines inside Electron: its Node is another one than the tests', and its utility process is no child of Node's.
import { join } from 'node:path'
import { repository } from '../../build/repository.ts'
import { recordings } from '../speech-fixtures.ts'
import { expect, test } from './parley-fixture.ts'

test('what is said is recognised in a utility process', async ({ launch }) => {
  const { electron } = await launch()
  const text = await electron!.evaluate(
    ({ utilityProcess }, { file, sound }) =>
      new Promise<string>((resolve, reject) => {
        const child = utilityProcess.fork(file)
        const say = (message: unknown): void => child.postMessage({ to: 'ears', message })
        child.on('exit', (code) => reject(new Error(`It ended with ${code}.`)))
        child.on('message', ({ to, message }: { to: string; message: { type?: string; text?: string } }) => {
          if (to === 'parley') {
            say({ type: 'use', engine: { kind: 'moonshine', size: 'tiny' } })
            say({ type: 'open', take: 1 })
            const samples = Int16Array.from(sound)
            for (let at = 0; at < samples.length; at += 320)
              say({ type: 'sound', take: 1, samples: samples.slice(at, at + 320) })
            say({ type: 'release', take: 1 })
          } else if (message.type === 'finished') {
            resolve(message.text ?? '')
            child.kill()
          } else if (message.type === 'failed') reject(new Error(JSON.stringify(message)))
        })
      }),
    {
      file: join(repository, 'out', 'main', 'speech-worker.js'),
      sound: [...recordings('commands')[3]!.samples],
    },
  )
  expect(text).toMatch(/run the tests/i)
})
