// The worker's side: holds the diff it was last given and draws the chunks it is asked for.
import { readDiff, type DiffDocument } from './diff-document.ts'
import type { DiffAnswer, DiffRequest } from './diff-messages.ts'

let open: DiffDocument | null = null

function answer(request: DiffRequest): DiffAnswer {
  switch (request.type) {
    case 'read':
      open = readDiff(request.diff, request.layout)
      return { type: 'files', id: request.id, files: open.files }
    case 'draw':
      return { type: 'html', id: request.id, html: open?.draw(request.file, request.chunk) ?? '' }
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
