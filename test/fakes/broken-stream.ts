// How an endpoint or the connection to it breaks. Most do so after some text.
import type { ServerResponse } from 'node:http'
import { eachPiece, writeForever, type FrameWriter, type Pieces } from './model-reply.ts'

export interface Breaking {
  response: ServerResponse
  frames: FrameWriter
  /** What is sent before it breaks. */
  text: Pieces
  /** Where a redirect goes. */
  to: string
}

const eventStream = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }

/** Begins the stream as usual. */
export const beginStream = (response: ServerResponse): void => void response.writeHead(200, eventStream)

async function afterText({ response, frames, text }: Breaking, then: () => unknown): Promise<void> {
  beginStream(response)
  frames.begin()
  await eachPiece(text, (piece) => frames.text(piece))
  await then()
}

const redirect =
  (status: number) =>
  ({ response, to }: Breaking): void =>
    void response.writeHead(status, { location: to }).end()

const breakages = {
  'error event': (breaking) =>
    afterText(breaking, () => {
      breaking.frames.error('Overloaded')
      breaking.response.end()
    }),
  /** LM Studio refuses a long conversation like this. */
  'too long (LM Studio)': ({ response }) => {
    const message =
      'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input'
    beginStream(response)
    response.end(`event: error\ndata: ${JSON.stringify({ error: { message }, message })}\n\n`)
  },
  /** The connection ends in the middle of a frame. */
  cut: (breaking) =>
    afterText(breaking, async () => {
      await new Promise((resolve) => breaking.response.write('data: {"id":"chatcm', resolve))
      breaking.response.destroy()
    }),
  /** The stream ends in good order, but without its last frames. */
  'no end': (breaking) => afterText(breaking, () => breaking.response.end()),
  garbage: (breaking) =>
    afterText(breaking, () => breaking.response.end('data: {"choices": [{]}\n\ndata: <pre>oh no</pre>\n\n')),
  /** Nothing comes any more, and the connection stays. */
  stall: (breaking) => afterText(breaking, () => {}),
  /** Not even a status comes. */
  silence: () => {},
  flood: (breaking) =>
    afterText(breaking, () =>
      writeForever(breaking.response, () => breaking.frames.text('and so on '.repeat(400))),
    ),
  'web page': ({ response }) =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end('<!doctype html><html><body><h1>It works!</h1><script>alert(1)</script></body></html>'),
  redirect: redirect(307),
  'redirect (302)': redirect(302),
  /** A refusal whose body has no end. */
  'endless refusal': ({ response }) => {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.write('{"error":{"message":"')
    return writeForever(response, () => response.write('no '.repeat(20_000)))
  },
  /** An answer whose body has no end, and no frame in it. */
  'endless body': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    return writeForever(response, () => response.write(' '.repeat(60_000)))
  },
} satisfies Record<string, (breaking: Breaking) => void | Promise<void>>

export type BreakageName = keyof typeof breakages

export const isBreakage = (name: string): name is BreakageName => Object.hasOwn(breakages, name)

export const breakWith = async (name: BreakageName, breaking: Breaking): Promise<void> =>
  (breakages[name] as (breaking: Breaking) => void | Promise<void>)(breaking)
