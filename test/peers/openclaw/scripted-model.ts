// A model that follows a script: OpenAI's chat completions over HTTP on loopback, for a real gateway. `play(moves)`
// encodes the script as a request; known phrases can stand for moves too.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Move =
  /** Says this word by word, with this many milliseconds between words. */
  | { say: string; every?: number }
  | { tool: string; args: Record<string, unknown> }
  /** Reads this file repeatedly, until the user says something else. */
  | { keepReading: string }
  /** Says nothing more until a test requests `/release/NAME`; `/reached/NAME` answers once the model is there. */
  | { hold: string }
  /** Refuses with this HTTP status. */
  | { refuse: number }

export const play = (...moves: Move[]): string => `Play this: ${JSON.stringify(moves)}`

interface ModelMessage {
  role: string
  content?: unknown
}

export interface ScriptedModel {
  port: number
  close(): Promise<void>
}

export async function startScriptedModel(
  phrases: Readonly<Record<string, readonly Move[]>> = {},
): Promise<ScriptedModel> {
  const gates = createGates()
  const server: Server = createServer((request, response) => {
    answer(request, response, phrases, gates).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Gates = ReturnType<typeof createGates>

function createGates() {
  const known = new Map<string, { passed: Promise<void>; open(): void }>()
  const gate = (name: string) => {
    let found = known.get(name)
    if (!found) {
      let open = (): void => undefined
      const passed = new Promise<void>((resolve) => (open = resolve))
      known.set(name, (found = { passed, open }))
    }
    return found
  }
  return { reached: (name: string) => gate(`reached ${name}`), released: (name: string) => gate(name) }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  phrases: Readonly<Record<string, readonly Move[]>>,
  gates: Gates,
): Promise<void> {
  const [, what, name = ''] = (request.url ?? '/').split('/')
  if (what === 'release') {
    gates.released(name).open()
    return void response.end()
  }
  if (what === 'reached') {
    await gates.reached(name).passed
    return void response.end()
  }
  if (!request.url?.startsWith('/v1/chat/completions')) return void response.writeHead(404).end()
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const { messages } = JSON.parse(Buffer.concat(pieces).toString()) as { messages: ModelMessage[] }
  await perform(movesFor(messages, phrases), response, gates)
}

/** The moves for the user's last request that are not done yet. */
function movesFor(messages: ModelMessage[], phrases: Readonly<Record<string, readonly Move[]>>): Move[] {
  const at = messages.findLastIndex(({ role, content }) => role === 'user' && userText(content) !== '')
  const request = userText(messages[at]?.content)
  const toolsUsed = messages.slice(at + 1).filter(({ role }) => role === 'tool').length
  const script = /Play this: (\[.*\])/s.exec(request)?.[1]
  const phrase = Object.keys(phrases).find((known) => request.includes(known))
  const moves: readonly Move[] = script
    ? (JSON.parse(script) as Move[])
    : phrase !== undefined
      ? phrases[phrase]!
      : [{ say: `You said: ${request.slice(-200)}` }]
  const left: Move[] = []
  let tools = 0
  for (const move of moves) {
    // Reads a little more each time: a gateway stops a model that repeats the same call.
    if ('keepReading' in move)
      return [...left, { tool: 'read', args: { path: move.keepReading, limit: toolsUsed + 1 } }]
    if (tools >= toolsUsed) left.push(move)
    if ('tool' in move && ++tools > toolsUsed) break
  }
  return left
}

/** The user's text without what the gateway adds around it. */
function userText(content: unknown): string {
  const parts = (Array.isArray(content) ? content : [{ text: content }]) as { text?: string }[]
  return parts
    .map(({ text }) => text ?? '')
    .join('')
    .replace(/<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>[\s\S]*?<<<END_OPENCLAW_INTERNAL_CONTEXT>>>/g, '')
    .replace(/\n\nRuntime: agent=[^\n]*$/, '')
    .trim()
}

let calls = 0

async function perform(moves: readonly Move[], response: ServerResponse, gates: Gates): Promise<void> {
  const refusal = moves.find((move) => 'refuse' in move)
  if (refusal) {
    response.writeHead(refusal.refuse, { 'content-type': 'application/json' })
    return void response.end(
      JSON.stringify({ error: { message: 'The scripted model refuses.', type: 'refused' } }),
    )
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: unknown, finish: string | null = null): boolean =>
    response.write(
      `data: ${JSON.stringify({
        id: 'scripted',
        object: 'chat.completion.chunk',
        created: 0,
        model: 'scripted',
        choices: [{ index: 0, delta, finish_reason: finish }],
      })}\n\n`,
    )
  send({ role: 'assistant', content: '' })
  let finish = 'stop'
  for (const move of moves) {
    if (response.destroyed) return
    if ('say' in move) {
      for (const word of move.say.match(/\s*\S+\s*/g) ?? []) {
        if (response.destroyed) return
        send({ content: word })
        if (move.every !== undefined) await pause(move.every)
      }
    } else if ('hold' in move) {
      gates.reached(move.hold).open()
      await gates.released(move.hold).passed
    } else if ('tool' in move) {
      finish = 'tool_calls'
      const call = { name: move.tool, arguments: JSON.stringify(move.args) }
      send({ tool_calls: [{ index: 0, id: `call_${++calls}`, type: 'function', function: call }] })
    }
  }
  send({}, finish)
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  response.write(`data: ${JSON.stringify({ id: 'scripted', choices: [], usage })}\n\n`)
  response.end('data: [DONE]\n\n')
}
