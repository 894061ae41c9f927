// The window's side of the diff worker: one worker for one open diff, gone when the signal says so.
import type { DiffLayout } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'
import type { DiffAnswer, DiffRequest } from './diff-messages.ts'
import DiffWorker from './diff-worker.ts?worker'

export interface DiffClient {
  files: FileSummary[]
  draw(file: number, chunk: number): Promise<string>
}

/** Text that is almost a diff can keep the parser busy for minutes; nobody waits that long. */
const READ_LIMIT_MS = 20_000

interface Waiting {
  resolve: (answer: DiffAnswer) => void
  reject: (error: Error) => void
}

export function openDiff(diff: string, layout: DiffLayout, signal: AbortSignal): Promise<DiffClient> {
  const worker = new DiffWorker()
  const waiting = new Map<number, Waiting>()
  let lastId = 0

  const close = (reason = 'The diff was closed.'): void => {
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  signal.addEventListener('abort', () => close(), { once: true })

  worker.onmessage = (event: MessageEvent<DiffAnswer>) => {
    const asked = waiting.get(event.data.id)
    waiting.delete(event.data.id)
    if (event.data.type === 'failed') asked?.reject(new Error(event.data.message))
    else asked?.resolve(event.data)
  }
  worker.onerror = (event) => close(event.message || 'The diff worker could not be started.')

  const ask = (make: (id: number) => DiffRequest): Promise<DiffAnswer> =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1)
      waiting.set(id, { resolve, reject })
      worker.postMessage(make(id))
    })

  const limit = setTimeout(() => close('The diff took too long to read.'), READ_LIMIT_MS)
  return ask((id) => ({ type: 'read', id, diff, layout }))
    .then((answer) => ({
      files: answer.type === 'files' ? answer.files : [],
      async draw(file: number, chunk: number) {
        const drawn = await ask((id) => ({ type: 'draw', id, file, chunk }))
        return drawn.type === 'html' ? drawn.html : ''
      },
    }))
    .finally(() => clearTimeout(limit))
}
