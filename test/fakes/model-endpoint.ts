// A server of a scripted model, with the streaming APIs of OpenAI (chat completions) and Anthropic (messages). It can
// pose as the usual providers and local servers, and fail like them.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { parseJson } from '../../src/base/parse-json.ts'
import { anthropicFrames } from './anthropic-stream.ts'
import { beginStream, breakWith, isBreakage, type BreakageName } from './broken-stream.ts'
import { poseAnswer, type Pose, type ServedModel } from './model-poses.ts'
import { refusalOf, type Dialect, type RefusalName } from './model-refusals.ts'
import { writeReply, type FrameWriter, type Pieces, type Reply } from './model-reply.ts'
import { openaiFrames } from './openai-stream.ts'

export interface Faulty {
  fault: RefusalName | BreakageName
  /** What a breaking stream sends first. */
  text?: Pieces
  /** Where a redirect goes. */
  to?: string
}

export type Step = Reply | Faulty

export interface RequestBody {
  model: string
  stream?: boolean
  messages: { role: string; content: unknown; [more: string]: unknown }[]
  tools?: Record<string, unknown>[]
  [more: string]: unknown
}

export interface ModelRequest {
  path: string
  dialect: Dialect
  headers: IncomingHttpHeaders
  body: RequestBody
  /** Resolves when the answer is complete, or the client has closed the connection before. */
  ended: Promise<'complete' | 'closed'>
}

export type Script = readonly Step[] | ((request: ModelRequest, index: number) => Step)

export interface ModelEndpointOptions {
  pose?: Pose
  /** If given, requests without it are refused. */
  key?: string
  models?: readonly ServedModel[]
  script?: Script
}

export interface ModelEndpoint {
  readonly origin: string
  /** What an API's paths are added to: the origin and `/v1`. */
  readonly url: string
  /** The requests for answers, without the questions about models. */
  readonly requests: ModelRequest[]
  /** The paths of all other requests. */
  readonly asked: string[]
  /** What the server has and demands from now on. */
  key: string | null
  models: readonly ServedModel[]
  /** How the list of models fails. */
  listFault: Faulty | null
  /** Replaces what is left of the script. */
  script(script: Script): void
  close(): Promise<void>
}

const dialects: Record<string, Dialect> = { '/v1/chat/completions': 'openai', '/v1/messages': 'anthropic' }

export async function startModelEndpoint(options: ModelEndpointOptions = {}): Promise<ModelEndpoint> {
  const { pose = 'openai' } = options
  let script: Script = options.script ?? []
  let count = 0

  function nextStep(request: ModelRequest): Step {
    const index = count++
    const step = typeof script === 'function' ? script(request, index) : script[index]
    if (!step) throw new Error('The script of the model has no further step.')
    return step
  }

  const isAllowed = ({ authorization, 'x-api-key': key }: IncomingHttpHeaders): boolean =>
    endpoint.key === null || authorization === `Bearer ${endpoint.key}` || key === endpoint.key

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', 'http://model').pathname
    const dialect = dialects[path]
    if (request.method === 'POST' && dialect) await answer(request, response, path, dialect)
    else {
      endpoint.asked.push(path)
      await describe(request, response, path)
    }
  }

  async function answer(
    message: IncomingMessage,
    response: ServerResponse,
    path: string,
    dialect: Dialect,
  ): Promise<void> {
    const ended = new Promise<'complete' | 'closed'>((resolve) =>
      response.once('close', () => resolve(response.writableFinished ? 'complete' : 'closed')),
    )
    const body = parseJson(await text(message)) as RequestBody
    const request: ModelRequest = { path, dialect, headers: message.headers, body, ended }
    endpoint.requests.push(request)
    if (!isAllowed(message.headers)) return refuse('wrong key', response, dialect, body.model)
    if (body.stream !== true) throw new Error('This endpoint streams all its answers.')
    const step = nextStep(request)
    const write = (frame: string): void => void response.write(frame)
    const frames =
      dialect === 'anthropic'
        ? anthropicFrames(write, body)
        : openaiFrames(write, { model: body.model, pose, includesUsage: asksForUsage(body) })
    if ('fault' in step) return fail(step, response, { dialect, model: body.model, frames })
    await step.pauseBefore
    beginStream(response)
    await writeReply(step, frames)
    response.end()
  }

  async function describe(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const dialect = pose === 'anthropic' ? 'anthropic' : 'openai'
    const sendJson = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!isAllowed(request.headers)) return refuse('wrong key', response, dialect, '')
    if (endpoint.listFault && path.endsWith('/models'))
      return fail(endpoint.listFault, response, {
        dialect,
        model: '',
        frames: openaiFrames(() => {}, unused),
      })
    const said = request.method === 'GET' ? poseAnswer(pose, path, endpoint.models) : undefined
    if (said === undefined) sendJson(404, { error: { message: `Nothing is at ${path}.`, type: 'not_found' } })
    else sendJson(200, said)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy()
      const message = error instanceof Error ? error.message : String(error)
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ type: 'error', error: { type: 'test', message } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const endpoint: ModelEndpoint = {
    origin,
    url: `${origin}/v1`,
    requests: [],
    asked: [],
    key: options.key ?? null,
    models: options.models ?? [{ id: 'scripted' }],
    listFault: null,
    script(next) {
      script = next
      count = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return endpoint
}

const unused = { model: '', pose: 'openai', includesUsage: false } as const

const asksForUsage = ({ stream_options: asked }: RequestBody): boolean =>
  (asked as { include_usage?: boolean } | undefined)?.include_usage === true

function refuse(name: RefusalName, response: ServerResponse, dialect: Dialect, model: string): void {
  const { status, headers, body } = refusalOf(name, dialect, model)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function fail(
  { fault, text: said = ['Some ', 'text'], to = '' }: Faulty,
  response: ServerResponse,
  { dialect, model, frames }: { dialect: Dialect; model: string; frames: FrameWriter },
): Promise<void> {
  if (isBreakage(fault)) await breakWith(fault, { response, frames, text: said, to })
  else refuse(fault, response, dialect, model)
}
