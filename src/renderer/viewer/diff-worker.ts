// The worker's side: holds the last versions of a diff that it received, and renders the requested chunks.
import { readDiff, type DiffDocument, type FileSummary } from './diff-document.ts'
import type { DiffAnswer, DiffRequest } from './diff-messages.ts'
import type { DiffRow } from './diff-rows.ts'

/** By version: the beginning of a long diff, then all of it. */
const open = new Map<number, DiffDocument>()
/** The page shows one until it has the next, and another one may come meanwhile. */
const KEPT_VERSIONS = 3

/** About a screen; for a beginning, as little as is worth showing. */
const FIRST_CHUNKS = 2
const FIRST_OF_HEAD = 1
/** How many files and hunks the window can receive at once without a delay. */
const BATCH = 500

function keep(version: number, document: DiffDocument): void {
  open.set(version, document)
  for (const known of open.keys()) if (known <= version - KEPT_VERSIONS) open.delete(known)
}

const answer = (message: DiffAnswer): void => self.postMessage(message)

function firstOf({ draw, files }: DiffDocument, most: number): DiffRow[][] {
  const chunks = files[0]?.chunks.rows.length ?? 0
  return Array.from({ length: Math.min(chunks, most) }, (_, chunk) => draw(0, chunk))
}

/** The highest line number by the hunk headers, which may be wrong. It only decides the width of the gutter. */
function claimedLastLine({ hunks }: FileSummary): number {
  const numbers = hunks.flatMap(({ heading }) =>
    [...heading.matchAll(/[-+](\d+)(?:,(\d+))?/g)].map(
      ([, from, count]) => Number(from) + Number(count ?? 0),
    ),
  )
  return Math.max(0, ...numbers)
}

function begin({ id, version, head: text, shape }: Extract<DiffRequest, { type: 'begin' }>): void {
  const head = readDiff(text, shape)
  const [file] = head.files
  // The last chunk may be incomplete; the others are final.
  const whole = (file?.chunks.rows.length ?? 0) - 1
  if (!file || whole < 1) return
  const chunks = { rows: file.chunks.rows.slice(0, whole), hunks: file.chunks.hunks.slice(0, whole) }
  const lastLine = Math.max(file.lastLine, claimedLastLine(file))
  keep(version, head)
  answer({ type: 'head', id, file: { ...file, chunks, lastLine }, first: firstOf(head, FIRST_OF_HEAD) })
}

function read({ id, version, diff, shape }: Extract<DiffRequest, { type: 'read' }>): void {
  const document = readDiff(diff, shape)
  keep(version, document)
  let files: FileSummary[] = []
  let weight = 0
  for (const file of document.files) {
    files.push(file)
    weight += 1 + file.hunks.length
    if (weight < BATCH) continue
    answer({ type: 'some', id, files })
    files = []
    weight = 0
  }
  answer({ type: 'files', id, files, first: firstOf(document, FIRST_CHUNKS) })
}

/** The most common languages: each has its own rules to compile. */
const REHEARSED = ['ts', 'js', 'py', 'json', 'css', 'html', 'md', 'go', 'sh', 'yml']
/** As much as one chunk, so that the slow first run has happened before. */
const SAMPLE =
  ' const one = call("two", { three: 4 }) // five\n'.repeat(10) + '-let one = 1\n+let two = 2\n'.repeat(3)
const ROUNDS = 3

/** One language at a time, until there is a request. */
function rehearse(round = 0, at = 0): void {
  const ending = REHEARSED[at]
  if (open.size > 0 || round === ROUNDS) return
  if (ending === undefined) return rehearse(round + 1)
  const name = `x.${ending}`
  const diff = `--- a/${name}\n+++ b/${name}\n@@ -1,13 +1,13 @@\n${SAMPLE}`
  readDiff(diff, { layout: 'unified', columns: 80 }).draw(0, 0)
  setTimeout(() => rehearse(round, at + 1))
}

function fulfil(request: DiffRequest): void {
  const { id } = request
  switch (request.type) {
    case 'rehearse':
      return rehearse()
    case 'begin':
      return begin(request)
    case 'read':
      return read(request)
    case 'draw':
      return answer({
        type: 'rows',
        id,
        rows: open.get(request.version)?.draw(request.file, request.chunk) ?? [],
      })
    case 'patch':
      return answer({
        type: 'text',
        id,
        text: open.get(request.version)?.patch(request.file, request.hunk) ?? null,
      })
    case 'text':
      return answer({ type: 'text', id, text: open.get(request.version)?.text(request.file) ?? null })
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
