// What a scripted model answers, in the terms of no API. Each API's writer turns it into frames.
import type { ServerResponse } from 'node:http'

/** A promise in the list holds the stream until it resolves. */
export type Pieces = string | readonly (string | Promise<unknown>)[]

export interface ScriptedCall {
  name: string
  input: unknown
  id?: string
  /** Sent instead of the input as JSON, to pose as a model that writes broken arguments. */
  rawArguments?: string
}

export interface ScriptedUsage {
  input: number
  output: number
  /** How many of the input tokens the endpoint had kept from an earlier request. */
  cached?: number
  /** In US dollars, as OpenRouter reports it. */
  cost?: number
}

export type Finish = 'stop' | 'length' | 'tool_calls' | 'content_filter'

export interface Reply {
  thoughts?: Pieces
  text?: Pieces
  calls?: readonly ScriptedCall[]
  usage?: ScriptedUsage
  /** `tool_calls` if there are calls, otherwise `stop`. */
  finish?: Finish
  /** Nothing is sent before it resolves, not even the status. */
  pauseBefore?: Promise<unknown>
  /** The last frame waits for it. */
  pauseAfter?: Promise<unknown>
}

/** Writes the frames of one API. */
export interface FrameWriter {
  begin(): void
  thought(text: string): void
  text(text: string): void
  call(id: string, name: string, args: readonly string[]): void
  /** An error event, as the API sends it after the stream began. */
  error(message: string): void
  end(finish: Finish, usage: ScriptedUsage): void
}

export const usual: ScriptedUsage = { input: 100, output: 20 }

export async function writeReply(reply: Reply, frames: FrameWriter): Promise<void> {
  frames.begin()
  await eachPiece(reply.thoughts ?? [], (piece) => frames.thought(piece))
  await eachPiece(reply.text ?? [], (piece) => frames.text(piece))
  const { calls = [] } = reply
  calls.forEach(({ name, input, id, rawArguments }, at) =>
    frames.call(id ?? `call_${at}_${name}`, name, inPieces(rawArguments ?? JSON.stringify(input))),
  )
  await reply.pauseAfter
  frames.end(reply.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'), reply.usage ?? usual)
}

export async function eachPiece(pieces: Pieces, take: (piece: string) => void): Promise<void> {
  for (const piece of typeof pieces === 'string' ? [pieces] : pieces)
    if (typeof piece === 'string') take(piece)
    else await piece
}

/** Short ones, so that no piece is JSON by itself. */
const inPieces = (text: string): string[] => text.match(/[^]{1,7}/gu) ?? []

/** Writes more and more until the client closes the connection, as fast as the client reads. */
export async function writeForever(response: ServerResponse, writeMore: () => void): Promise<void> {
  while (!response.destroyed) {
    writeMore()
    // The client may be in this process, and must get its turn.
    await new Promise((resolve) => setImmediate(resolve))
    if (response.writableNeedDrain)
      await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
  }
}
