// The window's side of the diff worker: one worker for each open diff, closed by the signal. A spare one is always running,
// because starting it takes longer than parsing a large diff.
import type { DiffShape } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'
import type { DiffAnswer, DiffRequest } from './diff-messages.ts'
import type { DiffRow } from './diff-rows.ts'
import diffWorker from './diff-worker.ts?worker&url'
import { startWorker } from './own-worker.ts'

export interface DiffClient {
  /** Counts the versions of the diff. */
  version: number
  /** All files; or the beginning of the first one while a long diff is still being parsed. */
  files: FileSummary[]
  complete: boolean
  /** The rows of the first chunks. */
  first: DiffRow[][]
  draw(file: number, chunk: number): Promise<DiffRow[]>
  /** A hunk as a patch; null if that is impossible. */
  patch(file: number, hunk: number): Promise<string | null>
  /** The part of the diff about one file. */
  text(file: number): Promise<string>
}

/** A diff longer than this is shown before it is completely parsed. */
const HEAD_FROM = 120_000
const HEAD = 16_000

/** After this time, parsing counts as failed. */
const READ_LIMIT_MS = 20_000

let spare: Worker | null = null

/** Starts a worker in advance. */
export function warmUpDiff(): void {
  if (spare) return
  spare = startWorker(diffWorker)
  spare.postMessage({ type: 'rehearse', id: 0 } satisfies DiffRequest)
}

function takeWorker(): Worker {
  const worker = spare ?? startWorker(diffWorker)
  spare = null
  setTimeout(warmUpDiff, 2000)
  return worker
}

interface Waiting {
  resolve: (answer: DiffAnswer) => void
  reject: (error: Error) => void
}

export interface DiffReader {
  /** The beginning of a long diff; the rest follows. */
  begin(head: string, shape: DiffShape): void
  /**
   * The whole diff, or a newer version of it. A long one is told of as soon as its beginning is read, if that is wanted.
   */
  read(diff: string, options: { shape: DiffShape; fromBeginning: boolean }): void
}

interface Listener {
  /** For a long diff, called first with the beginning; what is rendered of that stays valid. */
  onRead(client: DiffClient): void
  onFailed(reason: string): void
}

export function openDiff(signal: AbortSignal, listener: Listener): DiffReader {
  const worker = takeWorker()
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  /** Why it is closed; null while it is open. */
  let closed: string | null = null

  const close = (reason = 'The diff was closed.'): void => {
    closed ??= reason
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  signal.addEventListener('abort', () => close(), { once: true })

  const post = (make: (id: number) => DiffRequest): Promise<DiffAnswer> =>
    new Promise((resolve, reject) => {
      // A worker that has ended never answers.
      if (closed !== null) return reject(new Error(closed))
      const id = (lastId += 1)
      waiting.set(id, { resolve, reject })
      worker.postMessage(make(id))
    })

  let version = startVersion(1, post)
  let begun: Version | null = null
  /** The files of each request to read, as they come. */
  const files = new Map<number, FileSummary[]>()
  worker.onmessage = ({ data }: MessageEvent<DiffAnswer>) => {
    if (data.type === 'head') {
      if (begun && !signal.aborted)
        listener.onRead({ ...begun.client, files: [data.file], first: data.first, complete: false })
      return
    }
    if (data.type === 'some' || data.type === 'files') {
      const known = files.get(data.id) ?? []
      known.push(...data.files)
      files.set(data.id, known)
    }
    if (data.type === 'some') return
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.type === 'failed') asked?.reject(new Error(data.message))
    else asked?.resolve(data)
  }
  worker.onerror = (event) => close(event.message || 'The diff worker could not be started.')

  const begin = (head: string, shape: DiffShape): void => {
    begun = version
    worker.postMessage({
      type: 'begin',
      id: 0,
      version: version.client.version,
      head,
      shape,
    } satisfies DiffRequest)
  }
  return {
    begin,
    read(diff, { shape, fromBeginning }) {
      // The beginning goes first: the worker renders it while the rest is being transferred.
      if (fromBeginning && begun !== version && diff.length > HEAD_FROM)
        begin(diff.slice(0, diff.lastIndexOf('\n', HEAD) + 1), shape)
      const { client, isGiven } = version
      version = startVersion(client.version + 1, post)
      const limit = setTimeout(() => close('The diff took too long to read.'), READ_LIMIT_MS)
      post((id) => ({ type: 'read', id, version: client.version, diff, shape }))
        .then((answer) => {
          const first = answer.type === 'files' ? answer.first : []
          const read = files.get(answer.id) ?? []
          files.delete(answer.id)
          listener.onRead({ ...client, files: read, first, complete: true })
        })
        .catch((error: unknown) => listener.onFailed(error instanceof Error ? error.message : String(error)))
        .finally(() => clearTimeout(limit))
      isGiven()
    },
  }
}

interface Version {
  client: Pick<DiffClient, 'version' | 'draw' | 'patch' | 'text'>
  /** The worker gets all of it now. */
  isGiven(): void
}

function startVersion(
  version: number,
  post: (make: (id: number) => DiffRequest) => Promise<DiffAnswer>,
): Version {
  /** Requests beyond the beginning wait until the worker has the whole diff. */
  let isGiven = (): void => {}
  const given = new Promise<void>((resolve) => (isGiven = resolve))
  const ask = async (make: (id: number) => DiffRequest): Promise<DiffAnswer> => {
    await given
    return post(make)
  }
  return {
    client: {
      version,
      async draw(file, chunk) {
        const drawn = await post((id) => ({ type: 'draw', id, version, file, chunk }))
        return drawn.type === 'rows' ? drawn.rows : []
      },
      async patch(file, hunk) {
        const made = await ask((id) => ({ type: 'patch', id, version, file, hunk }))
        return made.type === 'text' ? made.text : null
      },
      async text(file) {
        const made = await ask((id) => ({ type: 'text', id, version, file }))
        return (made.type === 'text' && made.text) || ''
      },
    },
    isGiven: () => isGiven(),
  }
}
