// A VoiceIDE client. It runs the server's tools. When the connection breaks it reconnects, sends again what may have been
// lost, asks for the events that it missed, and ignores those it knows.
import { pauseMs } from '../../base/backoff.ts'
import { BoundedSet } from '../../base/bounded.ts'
import { parseJson } from '../../base/parse-json.ts'
import { UNAUTHORIZED } from '../../shared/wire/gateway.ts'
import {
  kindOf,
  parseVoiceIdeEvent,
  SNAPSHOT_FOLLOWS,
  type VoiceIdeEvent,
} from '../../shared/wire/voice-ide.ts'
import type { Closing, Frame } from '../link.ts'
import {
  closingText,
  createPendingTurn,
  type Connection,
  type Input,
  type WireClient,
  type WireClientDeps,
} from '../wire-client.ts'
import { runTool, stateAskedFor } from './tools.ts'

interface Deps extends WireClientDeps {
  /** Opens a connection; rejects if the gateway cannot be reached. */
  connect(): Promise<Connection>
  sessionId: string
  /** The last known event of a session to resume; null for a new session. */
  after: string | null
  /** The secret of that session, if it has one. */
  resume: string | null
  newId(): string
  /** From 0 to 1. */
  random(): number
}

const PAUSES = { firstMs: 200, longestMs: 10_000 }
const MAX_ATTEMPTS = 8
const MAX_UNCONFIRMED = 1_000
/** Ids of received events, to ignore repetitions. */
const MAX_KNOWN = 10_000

export function createVoiceIdeClient(deps: Deps): WireClient {
  const waiting = createPendingTurn(deps)
  const known = new BoundedSet<string>(MAX_KNOWN)
  const unconfirmed: object[] = []
  let connection: Connection | null = null
  let lastEventId = deps.after
  let resumeSecret = deps.resume
  let isClosed = false
  let refusal: Closing | null = null
  let answered = false
  let failure: string | null = null
  let leave: (closing: Closing) => void = () => {}
  const closed = new Promise<Closing>((resolve) => {
    leave = resolve
  })
  void closed.then((closing) => waiting.end(closingText(closing)))

  const envelope = (kind: string, body: object): object => ({
    id: deps.newId(),
    timestamp: new Date(deps.clock.now()).toISOString(),
    kind: { [kind]: body },
  })
  /** Stores the event until the gateway has it: a breaking connection loses frames silently. */
  function sendEvent(kind: string, body: object): void {
    const event = envelope(kind, body)
    if (unconfirmed.push(event) > MAX_UNCONFIRMED) unconfirmed.shift()
    if (connection !== null) send(connection, event)
  }
  function send(over: Connection, event: object): void {
    over.send(JSON.stringify(event))
    void over.roundTrip().then(() => {
      const at = unconfirmed.indexOf(event)
      if (connection === over && at >= 0) unconfirmed.splice(at, 1)
    })
  }

  async function connect(attempt: number): Promise<void> {
    const opened = await deps.connect()
    connection = opened
    const { sessionId } = deps
    // Without a received event there is nothing to resume.
    const greeting =
      resumeSecret === null && lastEventId === null
        ? envelope('sessionStart', { sessionId, resumable: true })
        : envelope('sessionReconnect', {
            sessionId,
            lastEventId,
            ...(resumeSecret === null ? {} : { resumeSecret }),
          })
    // Sends unconfirmed events again with the same ids, so that the gateway can ignore repetitions.
    for (const event of [greeting, ...unconfirmed]) send(opened, event)
    opened.onFrame(receive)
    const start = deps.clock.now()
    void opened.closed.then((closing) => {
      connection = null
      if (closing.code === UNAUTHORIZED.code) refusal = closing
      if (isClosed || refusal !== null) return leave(closing)
      // After a connection that lasted, the next attempt starts at once.
      reconnect(deps.clock.now() - start > PAUSES.longestMs ? 0 : attempt, closing)
    })
  }

  /** The server sends nothing first, so only a refusal can arrive here. */
  async function admitted(): Promise<void> {
    await connect(0)
    await connection?.roundTrip()
    if (refusal !== null) throw new Error(closingText(refusal))
  }

  function reconnect(attempt: number, closing: Closing): void {
    if (isClosed || attempt >= MAX_ATTEMPTS) return leave(closing)
    const pause = pauseMs(attempt, deps.random(), PAUSES)
    deps.note(`${closingText(closing)} Trying again in ${(pause / 1000).toFixed(1)} s.`)
    deps.clock.after(pause, () => {
      if (isClosed) return leave(closing)
      connect(attempt + 1).catch(() => reconnect(attempt + 1, closing))
    })
  }

  function receive(data: Frame): void {
    const read = parseVoiceIdeEvent(typeof data === 'string' ? parseJson(data) : undefined)
    if (!read.ok) {
      if (read.reason === 'invalid') deps.note('Unknown event, ignored.')
      return
    }
    const { event } = read
    if (known.has(event.id)) return deps.note('Known event, ignored.')
    known.add(event.id)
    if ('sessionStarted' in event.kind) {
      resumeSecret = event.kind.sessionStarted.resumeSecret
      return
    }
    lastEventId = event.id
    take(event)
  }

  function take(event: VoiceIdeEvent): void {
    const kind = kindOf(event)
    if (kind === 'assistantSpeechFinal') answered = true
    else if ('error' in event.kind) {
      const { code, message } = event.kind.error
      if (code !== SNAPSHOT_FOLLOWS) failure = `${code}: ${message}`
      // Nothing that is sent now would arrive.
      if (code === 'unknown_session') waiting.end(failure)
    } else if ('toolCall' in event.kind) {
      const { callId, name, arguments: given } = event.kind.toolCall
      sendEvent('toolResult', { callId, ...runTool(name, given, deps.note) })
      const isOver = answered || failure !== null
      if (stateAskedFor(name, given) === 'idle' && isOver) waiting.end(answered ? null : failure)
    }
  }

  function say(input: Input): void {
    if (input === 'mocked' || !('text' in input)) throw new Error('This wire carries only text.')
    sendEvent('userAudioTranscriptFinal', { text: input.text })
  }

  return {
    ready: admitted(),
    say,
    turn(input) {
      answered = false
      failure = null
      return waiting.begin(() => say(input))
    },
    raw: (frame) => connection?.send(frame),
    closed,
    close() {
      isClosed = true
      connection?.close()
    },
  }
}
