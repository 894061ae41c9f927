// The window's side of the diff worker: one worker for one open diff, gone when the signal says so. One more is kept
// started, because starting it takes longer than reading a large diff.
import type { DiffLayout } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'
import type { DiffAnswer, DiffRequest } from './diff-messages.ts'
import type { DiffRow } from './diff-rows.ts'
import DiffWorker from './diff-worker.ts?worker'

export interface DiffClient {
  /** All of them; or, of a long diff that is still being read, the beginning of the first. */
  files: FileSummary[]
  complete: boolean
  /** The rows of the very first chunk. */
  first: DiffRow[]
  draw(file: number, chunk: number): Promise<DiffRow[]>
  patch(file: number, hunk: number): Promise<string | null>
}

/** Nobody waits longer than this for a text to turn out to be a diff. */
const READ_LIMIT_MS = 20_000

let spare: Worker | null = null

/** Starts a worker while nobody waits for it. */
export function warmUpDiff(): void {
  spare ??= new DiffWorker()
}

function takeWorker(): Worker {
  const worker = spare ?? new DiffWorker()
  spare = null
  setTimeout(warmUpDiff, 2000)
  return worker
}

interface Waiting {
  resolve: (answer: DiffAnswer) => void
  reject: (error: Error) => void
}

/** `onHead` is called first where the diff is long; what is drawn of its beginning stays true. */
export function openDiff(
  diff: string,
  layout: DiffLayout,
  signal: AbortSignal,
  onHead: (head: DiffClient) => void,
): Promise<DiffClient> {
  const worker = takeWorker()
  const waiting = new Map<number, Waiting>()
  let lastId = 0

  const close = (reason = 'The diff was closed.'): void => {
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  signal.addEventListener('abort', () => close(), { once: true })

  worker.onmessage = (event: MessageEvent<DiffAnswer>) => {
    if (event.data.type === 'head') {
      const { files, first } = event.data
      if (!signal.aborted) onHead({ files, first, complete: false, ...requests })
      return
    }
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

  const requests = {
    async draw(file: number, chunk: number) {
      const drawn = await ask((id) => ({ type: 'draw', id, file, chunk }))
      return drawn.type === 'rows' ? drawn.rows : []
    },
    async patch(file: number, hunk: number) {
      const made = await ask((id) => ({ type: 'patch', id, file, hunk }))
      return made.type === 'patch' ? made.patch : null
    },
  }

  const limit = setTimeout(() => close('The diff took too long to read.'), READ_LIMIT_MS)
  return ask((id) => ({ type: 'read', id, diff, layout }))
    .then((answer) => ({
      files: answer.type === 'files' ? answer.files : [],
      first: answer.type === 'files' ? answer.first : [],
      complete: true,
      ...requests,
    }))
    .finally(() => clearTimeout(limit))
}
