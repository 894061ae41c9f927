// A helper of the index worker while it reads a large folder: reads the files it is given. Its data is the root.
import { parentPort, workerData } from 'node:worker_threads'
import type { ReadFile } from './code-store.ts'
import { takeLowestPriority } from './lowest-priority.ts'
import { readSource } from './read-source.ts'
import { createSymbolReader } from './symbol-reader.ts'

const port = parentPort
if (!port) throw new Error('This file runs only as a worker.')
const { root } = workerData as { root: string }
const reader = createSymbolReader()
await takeLowestPriority(root)

port.on('message', (files: readonly string[]) => {
  void readAll(files).then((read) => port.postMessage(read))
})

async function readAll(files: readonly string[]): Promise<(ReadFile | null)[]> {
  const read: (ReadFile | null)[] = []
  for (const file of files) read.push(await readSource(root, file, reader))
  return read
}
