// A model on loopback that follows a script, for real agents. `play(...moves)` writes the script into the request; known
// phrases can stand for moves too. It speaks the dialects of all six agents.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { anthropicMessages } from './dialects/anthropic-messages.ts'
import { chatCompletions } from './dialects/chat-completions.ts'
import type { Answer, Body } from './dialects/dialect.ts'
import { gemini } from './dialects/gemini.ts'
import { responses } from './dialects/responses.ts'
import { stepsFor, UNKNOWN_SERVER, type Move, type Step } from './moves.ts'

const dialects = [chatCompletions, responses, anthropicMessages, gemini]

export interface ScriptedModel {
  port: number
  /** What agents asked for that is not scripted. */
  readonly unknown: readonly string[]
  /** The names of the tools in the last request that had tools. */
  tools(): readonly string[]
  close(): Promise<void>
}

export async function startScriptedModel(
  phrases: Readonly<Record<string, readonly Move[]>> = {},
): Promise<ScriptedModel> {
  const unknown: string[] = []
  let offered: readonly string[] = []
  let calls = 0

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://model').pathname
    const body = await bodyOf(request)
    const dialect = dialects.find(({ fits }) => fits(path))
    if (!dialect || request.method !== 'POST') {
      const known = sideAnswer(request.method ?? '', path)
      if (known === null) unknown.push(`${request.method} ${path}`)
      response.writeHead(known === null ? 404 : 200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(known ?? { error: { message: 'This is not scripted.' } }))
    }
    const { turns, tools, streams } = dialect.read(body, path)
    if (tools.length > 0) offered = tools.map(({ name }) => name)
    const answer = dialect.answer(body)
    const steps = stepsFor(turns, tools, phrases, serverIn(body))
    response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' })
    const send = (piece: string): void => void (streams && response.write(piece))
    send(answer.begin())
    for (const step of steps) await perform(step, answer, send, response, `call_${++calls}`)
    if (response.destroyed) return
    send(answer.end())
    response.end(streams ? '' : JSON.stringify(answer.whole()))
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    unknown,
    tools: () => offered,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function perform(
  step: Step,
  answer: Answer,
  send: (piece: string) => void,
  response: ServerResponse,
  callId: string,
): Promise<void> {
  if (step.tag === 'call') return send(answer.call(step.call, callId))
  for (const word of step.text.match(/\S+\s*/g) ?? []) {
    if (response.destroyed) return
    send(answer.text(word))
    if (step.every > 0) await pause(step.every)
  }
}

/** Small questions that agents ask a model's server besides. */
function sideAnswer(method: string, path: string): unknown {
  if (method === 'HEAD') return {}
  if (/count_?tokens$/i.test(path)) return { input_tokens: 100, totalTokens: 100 }
  if (method === 'GET' && path.endsWith('/models'))
    return { object: 'list', data: [{ id: 'scripted', object: 'model' }] }
  return null
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString()
  return text === '' ? {} : (JSON.parse(text) as Body)
}

/** The name of Parley's MCP server, which nobody can guess, as the request tells it somewhere. */
const serverIn = (body: unknown): string =>
  /parley-[0-9a-f]{8}/.exec(JSON.stringify(body))?.[0] ?? UNKNOWN_SERVER
