// The worker's side: holds the diff it was last given and draws the chunks it is asked for.
import { readDiff, type DiffDocument, type FileSummary } from './diff-document.ts'
import type { DiffAnswer, DiffRequest } from './diff-messages.ts'
import type { DiffRow } from './diff-rows.ts'

let open: DiffDocument | null = null

/** A diff longer than this is shown before it has been read to its end. */
const HEAD_FROM = 120_000
const HEAD = 16_000
/** About a screen. */
const FIRST_CHUNKS = 2
/** How many files and hunks the window takes in at once without a hitch. */
const BATCH = 500

const answer = (message: DiffAnswer): void => self.postMessage(message)

function firstOf({ draw }: DiffDocument, chunks: number): DiffRow[][] {
  return Array.from({ length: Math.min(chunks, FIRST_CHUNKS) }, (_, chunk) => draw(0, chunk))
}

/** The highest number of a line, as far as headings can be believed: it decides only how much room numbers get. */
function claimedLastLine({ hunks }: FileSummary): number {
  const numbers = hunks.flatMap(({ heading }) =>
    [...heading.matchAll(/[-+](\d+)(?:,(\d+))?/g)].map(
      ([, from, count]) => Number(from) + Number(count ?? 0),
    ),
  )
  return Math.max(0, ...numbers)
}

function showHead({ id, diff, shape }: Extract<DiffRequest, { type: 'read' }>): void {
  const head = readDiff(diff.slice(0, diff.lastIndexOf('\n', HEAD) + 1), shape)
  const [file] = head.files
  // The last piece may be cut off; the others are what they will be.
  const whole = (file?.chunks.rows.length ?? 0) - 1
  if (!file || whole < 1) return
  const chunks = { rows: file.chunks.rows.slice(0, whole), hunks: file.chunks.hunks.slice(0, whole) }
  const lastLine = Math.max(file.lastLine, claimedLastLine(file))
  answer({ type: 'head', id, file: { ...file, chunks, lastLine }, first: firstOf(head, whole) })
}

function read(request: Extract<DiffRequest, { type: 'read' }>): void {
  const { id, diff, shape } = request
  if (diff.length > HEAD_FROM) showHead(request)
  open = readDiff(diff, shape)
  let files: FileSummary[] = []
  let weight = 0
  for (const file of open.files) {
    files.push(file)
    weight += 1 + file.hunks.length
    if (weight < BATCH) continue
    answer({ type: 'some', id, files })
    files = []
    weight = 0
  }
  answer({ type: 'files', id, files, first: firstOf(open, open.files[0]?.chunks.rows.length ?? 0) })
}

/** In the languages most read: each has rules of its own to be made ready. */
const REHEARSED = ['ts', 'js', 'py', 'json', 'css', 'html', 'md', 'go', 'sh', 'yml']

function rehearse(): void {
  const sample = ' const a = "b" // c\n-let one = 1\n+let two = 2\n'
  const files = REHEARSED.map((ending) => `--- a/x.${ending}\n+++ b/x.${ending}\n@@ -1,2 +1,2 @@\n${sample}`)
  const { draw } = readDiff(files.join(''), { layout: 'unified', columns: 80 })
  for (let round = 0; round < 3; round += 1) files.forEach((_, file) => draw(file, 0))
}

function fulfil(request: DiffRequest): void {
  const { id } = request
  switch (request.type) {
    case 'rehearse':
      return rehearse()
    case 'read':
      return read(request)
    case 'draw':
      return answer({ type: 'rows', id, rows: open?.draw(request.file, request.chunk) ?? [] })
    case 'patch':
      return answer({ type: 'text', id, text: open?.patch(request.file, request.hunk) ?? null })
    case 'text':
      return answer({ type: 'text', id, text: open?.text(request.file) ?? null })
  }
}

self.onmessage = (event: MessageEvent<DiffRequest>) => {
  try {
    fulfil(event.data)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    answer({ type: 'failed', id: event.data.id, message })
  }
}
