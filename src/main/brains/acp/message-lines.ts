// Messages as lines of JSON, as they come from an agent's standard output. Lines are read only as fast as they are used, so
// that a fast agent waits instead of filling the memory. Agents also print other things there; those lines are skipped.
import type { AnyMessage } from '@agentclientprotocol/sdk'
import { parseJson } from '../../../base/parse-json.ts'

/** A longer line is not a message that anybody could use. */
const MAX_LINE = 32 * 1024 * 1024
/** This much in a row without a message is not ACP. */
const MAX_SKIPPED = 32 * 1024 * 1024

export class TooMuchOutput extends Error {}

const LINE_END = 0x0a
const BRACE = 0x7b

interface Options {
  /** A line that is no message was skipped. */
  onSkipped(): void
}

export async function* readMessages(
  input: AsyncIterable<Buffer>,
  { onSkipped }: Options,
): AsyncGenerator<AnyMessage> {
  const lines = createLineSplitter()
  let skipped = 0

  /** The messages among the lines. Not asynchronous: garbage may be many short lines. */
  function* messagesIn(complete: Iterable<Buffer>): Generator<AnyMessage> {
    for (const line of complete) {
      const message = messageOf(line)
      if (message) {
        skipped = 0
        yield message
      } else if (line.length > 0) {
        skipped += line.length
        if (skipped > MAX_SKIPPED) throw new TooMuchOutput('It wrote too much that is not ACP.')
        onSkipped()
      }
    }
  }

  async function* inOrder(complete: Iterable<Buffer>): AsyncGenerator<AnyMessage> {
    for (const message of messagesIn(complete)) {
      // The connection uses each message in steps of its own. What came before an answer must be used before it, and what
      // follows it, after it.
      const isAnswer = !('method' in message)
      if (isAnswer) await nextTurn()
      yield message
      if (isAnswer) await nextTurn()
    }
  }

  for await (const chunk of input) yield* inOrder(lines.push(chunk))
  yield* inOrder(lines.rest())
}

interface LineSplitter {
  /** The lines that are complete now. */
  push(chunk: Buffer): Generator<Buffer>
  /** A last line without an end. */
  rest(): Buffer[]
}

function createLineSplitter(): LineSplitter {
  let parts: Buffer[] = []
  let size = 0
  return {
    *push(chunk) {
      let from = 0
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
        const last = chunk.subarray(from, end)
        yield parts.length === 0 ? last : Buffer.concat([...parts, last])
        parts = []
        size = 0
        from = end + 1
      }
      if (from === chunk.length) return
      parts.push(chunk.subarray(from))
      size += chunk.length - from
      if (size > MAX_LINE) throw new TooMuchOutput('It wrote a line that is too long.')
    },
    rest: () => (parts.length === 0 ? [] : [Buffer.concat(parts)]),
  }
}

/** Null if the line is not a JSON object. The connection judges the rest. */
function messageOf(line: Buffer): AnyMessage | null {
  let at = 0
  while (at < line.length && line[at]! <= 0x20) at++
  if (line[at] !== BRACE) return null
  const value = parseJson(line.toString('utf8', at))
  return typeof value === 'object' && value !== null ? (value as AnyMessage) : null
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
