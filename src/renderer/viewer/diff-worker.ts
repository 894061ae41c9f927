// The worker's side: holds the diff it was last given and draws the chunks it is asked for.
import { readDiff, type DiffDocument } from './diff-document.ts'
import type { DiffAnswer, DiffRequest } from './diff-messages.ts'

let open: DiffDocument | null = null

/** A diff longer than this is shown before it has been read to its end. */
const HEAD_FROM = 120_000
const HEAD = 16_000

function showHead({ id, diff, layout }: Extract<DiffRequest, { type: 'read' }>): void {
  const { files, draw } = readDiff(diff.slice(0, diff.lastIndexOf('\n', HEAD) + 1), layout)
  const [file] = files
  // The last piece may be cut off; the others are what they will be.
  if (!file || file.chunks.length < 2) return
  const chunks = file.chunks.slice(0, -1)
  const head: DiffAnswer = { type: 'head', id, files: [{ ...file, chunks }], first: draw(0, 0) }
  self.postMessage(head)
}

function answer(request: DiffRequest): DiffAnswer {
  const { id } = request
  switch (request.type) {
    case 'read':
      if (request.diff.length > HEAD_FROM) showHead(request)
      open = readDiff(request.diff, request.layout)
      return { type: 'files', id, files: open.files, first: open.draw(0, 0) }
    case 'draw':
      return { type: 'rows', id, rows: open?.draw(request.file, request.chunk) ?? [] }
    case 'patch':
      return { type: 'patch', id, patch: open?.patch(request.file, request.hunk) ?? null }
  }
}

self.onmessage = (event: MessageEvent<DiffRequest>) => {
  try {
    self.postMessage(answer(event.data))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    self.postMessage({ type: 'failed', id: event.data.id, message } satisfies DiffAnswer)
  }
}
