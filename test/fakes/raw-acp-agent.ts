// An agent that speaks ACP by hand, without the SDK, and can misbehave in any byte. Tests start it as a real process, with
// what it does as JSON in its only argument.
import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, writeSync } from 'node:fs'

export interface RawAgent {
  /** What it does with `initialize`. By default it answers. */
  start?:
    | 'hang'
    | 'exit with a message'
    | 'kill itself'
    | 'other version'
    | 'endless line'
    | 'endless lines'
    | 'close its output'
  /** Answers in pieces of this many bytes, with time between them. */
  pieces?: number
  /** Prints lines that are not ACP around each answer. */
  noise?: boolean
  capabilities?: Record<string, unknown>
  authMethods?: readonly Record<string, unknown>[]
  /** Needs `authenticate` first; `refuses` fails that too. */
  signIn?: 'needed' | 'refuses' | 'refuses to begin'
  /** Resuming and loading fail. */
  forgetful?: boolean
  /** What it tells before and after it answers to the request that opens the session. */
  tells?: readonly { text: string; when: 'before' | 'after'; kind?: string }[]
  /** What it does with a prompt. By default it ends the turn. */
  prompt?:
    | 'crash'
    | 'hang'
    | 'ask to read'
    | 'tell its environment'
    | 'start a child'
    | 'flood'
    | 'fill the pipe and crash'
    | 'sign-in'
  /** Crashes once it has answered `session/new`. */
  diesAfterOpening?: boolean
  /** A file in which it notes each method it receives. */
  notes?: string
}

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: unknown
}

/** What updates of a state need; the text beside it is for the test. */
const stateOf: Record<string, Record<string, unknown>> = {
  available_commands_update: { availableCommands: [] },
  current_mode_update: { currentModeId: 'ask' },
  usage_update: { used: 1, size: 2 },
}

const updateOf = (sessionId: unknown, text: string, kind = 'agent_message_chunk'): Message => ({
  method: 'session/update',
  params: { sessionId, update: { sessionUpdate: kind, content: { type: 'text', text }, ...stateOf[kind] } },
})

if (process.argv[1] === import.meta.filename) run(JSON.parse(process.argv[2] ?? '{}') as RawAgent)

function run(script: RawAgent): void {
  let output = Promise.resolve()
  let isSignedIn = script.signIn === undefined
  const waiting = new Map<number, (message: Message) => void>()

  function write(text: string): void {
    const bytes = Buffer.from(text)
    const size = script.pieces ?? bytes.length
    for (let at = 0; at < bytes.length; at += size) {
      const piece = bytes.subarray(at, at + size)
      output = output.then(
        () => new Promise((done) => void process.stdout.write(piece, () => setImmediate(done))),
      )
    }
  }
  const send = (message: Message): void => {
    if (script.noise) write('Loading… 100 %\n{"half": \n\n')
    write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  const tell = (sessionId: unknown, text: string, kind?: string): void =>
    send(updateOf(sessionId, text, kind))
  let asked = 0
  const ask = (method: string, params: Record<string, unknown>): Promise<Message> =>
    new Promise((resolve) => {
      const id = 1000 + asked++
      waiting.set(id, resolve)
      send({ id, method, params })
    })
  const tellAll = (sessionId: unknown, when: 'before' | 'after'): void => {
    for (const told of script.tells ?? []) if (told.when === when) tell(sessionId, told.text, told.kind)
  }
  const authRequired = { code: -32000, message: 'Authentication required' }

  function open(id: number, sessionId: string, method: string): void {
    if (script.signIn === 'refuses to begin')
      return send({
        id,
        error: { code: -32603, message: 'Internal error', data: { details: 'no model is set' } },
      })
    if (!isSignedIn) return send({ id, error: authRequired })
    if (script.forgetful && method !== 'session/new')
      return send({ id, error: { code: -32002, message: 'Resource not found' } })
    tellAll(sessionId, 'before')
    send({ id, result: method === 'session/new' ? { sessionId } : {} })
    tellAll(sessionId, 'after')
    if (script.diesAfterOpening) void output.then(() => process.exit(3))
  }

  function flood(line: string): void {
    const chunk = Buffer.from(line.repeat(Math.ceil(65_536 / line.length)))
    const more = (): void => {
      while (process.stdout.write(chunk)) {
        // Until the pipe is full.
      }
      process.stdout.once('drain', more)
    }
    more()
  }

  function initialize(id: number): void {
    switch (script.start) {
      case 'hang':
        return
      case 'exit with a message':
        process.stderr.write(`Error: no provider is set, key sk-abcdefghijklmnop123456\n`)
        return process.exit(1)
      case 'kill itself':
        return void process.kill(process.pid, 'SIGKILL')
      case 'endless line':
        return flood('x')
      case 'endless lines':
        return flood('this is not ACP\n')
      case 'close its output':
        return closeSync(1)
      case 'other version':
      case undefined:
        return send({
          id,
          result: {
            protocolVersion: script.start === 'other version' ? 7 : 1,
            agentInfo: { name: 'raw', version: '1.2.3' },
            agentCapabilities: script.capabilities ?? {},
            authMethods: script.authMethods ?? [],
          },
        })
    }
  }

  async function prompt(id: number, sessionId: unknown): Promise<void> {
    switch (script.prompt) {
      case 'crash':
        process.stderr.write('panic: index out of range\n')
        return process.exit(101)
      case 'hang':
        return
      case 'sign-in':
        return send({ id, error: authRequired })
      case 'ask to read': {
        const answer = await ask('fs/read_text_file', { sessionId, path: '/a' })
        tell(sessionId, JSON.stringify(answer.result ?? answer.error))
        break
      }
      case 'tell its environment':
        tell(sessionId, JSON.stringify(process.env))
        break
      case 'start a child': {
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
        tell(sessionId, String(child.pid))
        break
      }
      case 'flood':
        for (let n = 0; n < 20_000; n++) tell(sessionId, String(n))
        break
      case 'fill the pipe and crash': {
        const updates = Array.from({ length: 300 }, (_, n) =>
          JSON.stringify({ jsonrpc: '2.0', ...updateOf(sessionId, String(n)) }),
        )
        // Nobody has read it yet when the process ends.
        writeSync(process.stdout.fd, `${updates.join('\n')}\n`)
        return process.exit(101)
      }
      case undefined:
        tell(sessionId, 'Hello.')
    }
    send({ id, result: { stopReason: 'end_turn' } })
  }

  function receive(message: Message): void {
    const { id, method, params } = message
    if (method === undefined) return waiting.get(id ?? -1)?.(message)
    if (script.notes !== undefined) appendFileSync(script.notes, `${method} ${JSON.stringify(params)}\n`)
    if (id === undefined) return
    switch (method) {
      case 'initialize':
        return initialize(id)
      case 'authenticate':
        if (script.signIn === 'refuses')
          return send({ id, error: { code: -32603, message: 'The browser was closed' } })
        isSignedIn = true
        return send({ id, result: {} })
      case 'session/new':
        return open(id, `session-${process.pid}`, method)
      case 'session/resume':
      case 'session/load':
        return open(id, String(params?.['sessionId']), method)
      case 'session/prompt':
        return void prompt(id, params?.['sessionId'])
      case 'session/set_config_option':
        return send({ id, result: { configOptions: [{ id: 'model', name: 'Model', type: 'select' }] } })
      default:
        return send({ id, result: {} })
    }
  }

  let rest = ''
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') receive(JSON.parse(line) as Message)
  })
  process.stdin.on('end', () => process.exit(0))
}
