// The window's side of the diff worker: one worker for one open diff, gone when the signal says so. One more is kept
// started, because starting it takes longer than reading a large diff.
import type { DiffShape } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'
import type { DiffAnswer, DiffRequest } from './diff-messages.ts'
import type { DiffRow } from './diff-rows.ts'
import DiffWorker from './diff-worker.ts?worker'

export interface DiffClient {
  /** All of them; or, of a long diff that is still being read, the beginning of the first. */
  files: FileSummary[]
  complete: boolean
  /** The rows of the very first chunks. */
  first: DiffRow[][]
  draw(file: number, chunk: number): Promise<DiffRow[]>
  /** A hunk as a patch of its own; null where there can be none. */
  patch(file: number, hunk: number): Promise<string | null>
  /** All there is about one file, as it stands in the diff. */
  text(file: number): Promise<string>
}

/** A diff longer than this is shown before it has been read to its end. */
const HEAD_FROM = 120_000
const HEAD = 16_000

/** Nobody waits longer than this for a text to turn out to be a diff. */
const READ_LIMIT_MS = 20_000

let spare: Worker | null = null

/** Starts a worker while nobody waits for it. */
export function warmUpDiff(): void {
  if (spare) return
  spare = new DiffWorker()
  spare.postMessage({ type: 'rehearse', id: 0 } satisfies DiffRequest)
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

export interface DiffReader {
  /** As much of a long diff as there is; the rest is to follow. */
  begin(head: string): void
  /** All of it. */
  read(diff: string): void
}

interface Listener {
  /** Called first with the beginning where the diff is long; what is drawn of that stays true. */
  onRead(client: DiffClient): void
  onFailed(reason: string): void
}

export function openDiff(shape: DiffShape, signal: AbortSignal, listener: Listener): DiffReader {
  const worker = takeWorker()
  const waiting = new Map<number, Waiting>()
  let lastId = 0

  const close = (reason = 'The diff was closed.'): void => {
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  signal.addEventListener('abort', () => close(), { once: true })

  const read: FileSummary[] = []
  worker.onmessage = ({ data }: MessageEvent<DiffAnswer>) => {
    if (data.type === 'head') {
      if (!signal.aborted)
        listener.onRead({ files: [data.file], first: data.first, complete: false, ...requests })
      return
    }
    if (data.type === 'some' || data.type === 'files') read.push(...data.files)
    if (data.type === 'some') return
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.type === 'failed') asked?.reject(new Error(data.message))
    else asked?.resolve(data)
  }
  worker.onerror = (event) => close(event.message || 'The diff worker could not be started.')

  const post = (make: (id: number) => DiffRequest): Promise<DiffAnswer> =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1)
      waiting.set(id, { resolve, reject })
      worker.postMessage(make(id))
    })
  /** What is asked about more than is on the page waits until the worker has been given all of the diff. */
  let isGiven = (): void => {}
  const given = new Promise<void>((resolve) => (isGiven = resolve))
  const ask = async (make: (id: number) => DiffRequest): Promise<DiffAnswer> => {
    await given
    return post(make)
  }

  const requests = {
    async draw(file: number, chunk: number) {
      const drawn = await post((id) => ({ type: 'draw', id, file, chunk }))
      return drawn.type === 'rows' ? drawn.rows : []
    },
    async patch(file: number, hunk: number) {
      const made = await ask((id) => ({ type: 'patch', id, file, hunk }))
      return made.type === 'text' ? made.text : null
    },
    async text(file: number) {
      const made = await ask((id) => ({ type: 'text', id, file }))
      return (made.type === 'text' && made.text) || ''
    },
  }

  let begun = false
  const begin = (head: string): void => {
    begun = true
    worker.postMessage({ type: 'begin', id: 0, head, shape } satisfies DiffRequest)
  }
  return {
    begin,
    read(diff) {
      // By itself and first: it is drawn while the rest is still being handed over.
      if (!begun && diff.length > HEAD_FROM) begin(diff.slice(0, diff.lastIndexOf('\n', HEAD) + 1))
      const limit = setTimeout(() => close('The diff took too long to read.'), READ_LIMIT_MS)
      post((id) => ({ type: 'read', id, diff, shape }))
        .then((answer) => {
          const first = answer.type === 'files' ? answer.first : []
          listener.onRead({ files: read, first, complete: true, ...requests })
        })
        .catch((error: unknown) => listener.onFailed(error instanceof Error ? error.message : String(error)))
        .finally(() => clearTimeout(limit))
      isGiven()
    },
  }
}
