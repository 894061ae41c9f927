// Reading a folder that is large enough for helpers on other cores.
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSources } from '../../src/main/workspace/source-readers.ts'
import { createSymbolReader } from '../../src/main/workspace/symbol-reader.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

const FILES = Array.from({ length: 450 }, (_, at) => `src/quay-${at}.ts`)

let folder: TempFolder
beforeAll(() => {
  folder = createTempFolder(
    Object.fromEntries(FILES.map((file, at) => [file, `export function moor${at}(): void {}\n`])),
  )
})
afterAll(() => folder.remove())

async function names(startHelper?: (root: string) => Worker): Promise<string[]> {
  const found: string[] = []
  await readSources(
    folder.path,
    [...FILES, 'src/gone.ts'],
    createSymbolReader(),
    (file, read) => found.push(`${file} ${read?.symbols[0]?.name ?? 'nothing'}`),
    startHelper,
  )
  return found.sort()
}

const expected = [...FILES.map((file, at) => `${file} moor${at}`), 'src/gone.ts nothing'].sort()

it('Every file is read once, with helpers', async () => {
  expect(await names()).toEqual(expected)
})

it('Files of a helper that fails are read without it', async () => {
  const failing = (): Worker =>
    new Worker(
      "require('node:worker_threads').parentPort.on('message', () => { throw new Error('out of memory') })",
      { eval: true },
    )
  expect(await names(failing)).toEqual(expected)
})
