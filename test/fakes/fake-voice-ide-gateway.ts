// The VoiceIDE protocol (docs/protocols/voice-ide.md), with an agent that gives every client the same greeting.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../src/core/ports/clock.ts'
import {
  parseVoiceIdeEvent,
  SNAPSHOT_FOLLOWS,
  VOICE_IDE_VERSION,
  type VoiceIdeEvent,
} from '../../src/shared/wire/voice-ide.ts'
import { isTyped, parseTypedEvent, typedEvent } from '../../src/shared/wire/voice-ide-typed.ts'
import type { FakeSocket, FakeWire } from './fake-wires.ts'
import { inSteps } from './in-steps.ts'

interface Session {
  secret: string
  log: VoiceIdeEvent[]
  send: ((event: VoiceIdeEvent) => void) | null
  /** Runs when this call is answered. */
  waiting: Map<string, () => void>
  /** All calls so far. */
  calls: Set<string>
  /** The ids of received events. */
  seen: Set<string>
}

export interface VoiceIdeGuest {
  say(kind: VoiceIdeEvent['kind']): void
  sendRaw(frame: object | string | Uint8Array): void
  socket: FakeSocket
  turn(): void
}

export interface VoiceIdeQuirks {
  out?(event: VoiceIdeEvent, sent: readonly VoiceIdeEvent[]): readonly (object | string | Uint8Array)[]
  in?(frame: unknown, guest: VoiceIdeGuest): boolean
  /** What is replayed of the missed events. */
  replay?(missed: readonly VoiceIdeEvent[], log: readonly VoiceIdeEvent[]): readonly VoiceIdeEvent[]
  saysSnapshot?: boolean
  /** Forgets received events when the connection breaks. */
  forgetsReceived?: boolean
  /** Resumes a session for every client that knows its id. */
  ignoresSecret?: boolean
  /** With a clock, calls have a timeout. */
  clock?: Clock
  callWithinMs?: number
}

const REPLY = 'Hi there!'

export function createFakeVoiceIdeGateway(quirks: VoiceIdeQuirks = {}): FakeWire {
  const sessions = new Map<string, Session>()
  return {
    path: '/events',
    refusal: {
      id: randomUUID(),
      timestamp: new Date().toISOString(),
      kind: { error: { code: 'unauthorized', message: 'Wrong token' } },
    },
    accept: (socket) => hostRuntime(socket, sessions, quirks),
  }
}

function hostRuntime(
  socket: FakeSocket,
  sessions: Map<string, Session>,
  quirks: VoiceIdeQuirks,
): ReturnType<FakeWire['accept']> {
  const sent: VoiceIdeEvent[] = []
  let session: Session = {
    secret: randomUUID(),
    log: [],
    send: null,
    waiting: new Map(),
    calls: new Set(),
    seen: new Set(),
  }
  let version: string | undefined
  let typed = false

  function send(event: VoiceIdeEvent): void {
    const dated = version === undefined ? event : { ...event, protocolVersion: version }
    const shown = typed ? typedEvent(event, null) : dated
    for (const one of quirks.out?.(dated, sent) ?? [shown]) socket.send(one)
    sent.push(dated)
  }
  /** Logs the event first, so that nothing is lost while no client is connected. */
  function say(kind: VoiceIdeEvent['kind'], to = session): void {
    const event = { id: randomUUID(), timestamp: new Date().toISOString(), kind } as VoiceIdeEvent
    to.log.push(event)
    to.send?.(event)
  }
  function call(name: string, given: object, to: Session, onResult: () => void): void {
    const callId = randomUUID()
    const goOn = (): void => {
      if (to.waiting.delete(callId)) onResult()
    }
    to.waiting.set(callId, goOn)
    to.calls.add(callId)
    quirks.clock?.after(quirks.callWithinMs ?? 30_000, goOn)
    say({ toolCall: { callId, name, arguments: JSON.stringify(given) } }, to)
  }
  function turn(): void {
    const mine = session
    call('convo.setState', { state: 'thinking' }, mine, () => {
      inSteps([
        () => say({ assistantSpeechPartial: { text: 'Hi' } }, mine),
        () => say({ assistantUIPatch: { patch: '{"op":"add","path":"/cards/0","value":{}}' } }, mine),
        () => {
          say({ assistantSpeechFinal: { text: REPLY } }, mine)
          call('tts.speak', { text: REPLY }, mine, () =>
            call('convo.setState', { state: 'idle' }, mine, () => {}),
          )
        },
      ])
    })
  }
  function reconnect(sessionId: string, lastEventId: string | null, secret?: string): void {
    if (secret !== undefined && sessions.get(sessionId)?.secret !== secret && !quirks.ignoresSecret)
      return send(failure('unknown_session', 'There is no such session to resume'))
    session = sessions.get(sessionId) ?? session
    if (quirks.forgetsReceived) session.seen.clear()
    const at = session.log.findIndex(({ id }) => id === lastEventId)
    const { log } = session
    const missed = log.slice(at + 1)
    if (at < 0 && lastEventId !== null && quirks.saysSnapshot !== false)
      send({
        id: randomUUID(),
        timestamp: new Date().toISOString(),
        kind: { error: { code: SNAPSHOT_FOLLOWS, message: 'A snapshot follows' } },
      })
    for (const event of quirks.replay?.(missed, log) ?? missed) send(event)
    session.send = send
  }
  const guest: VoiceIdeGuest = { say, sendRaw: socket.send, socket, turn }

  return {
    hear(frame) {
      const value = parsed(String(frame))
      if (quirks.in?.(value, guest)) return
      typed = isTyped(value)
      const read = typed ? parseTypedEvent(value).parsed : parseVoiceIdeEvent(value)
      if (!read.ok) {
        if (read.reason === 'invalid') send(failure('invalid_event', read.problem))
        return
      }
      if (read.event.protocolVersion !== undefined) version = VOICE_IDE_VERSION
      const kind = read.event.kind as Record<string, Record<string, string>>
      if (kind['sessionStart']) {
        session.send = send
        const sessionId = kind['sessionStart']['sessionId']!
        sessions.set(sessionId, session)
        if (kind['sessionStart']['resumable'])
          send({
            ...failure('', ''),
            kind: { sessionStarted: { sessionId, resumeSecret: session.secret } },
          })
      } else if (kind['sessionReconnect']) {
        const { sessionId, lastEventId, resumeSecret } = kind['sessionReconnect']
        reconnect(sessionId!, lastEventId ?? null, resumeSecret)
      } else if (session.seen.has(read.event.id)) return
      session.seen.add(read.event.id)
      if (kind['userAudioTranscriptFinal']) turn()
      else if (kind['toolResult']) {
        const callId = kind['toolResult']['callId']!
        if (session.calls.has(callId)) session.waiting.get(callId)?.()
        else send(failure('unknown_call', 'No call has this id'))
      }
    },
    leave() {
      if (session.send === send) session.send = null
    },
  }
}

const failure = (code: string, message: string): VoiceIdeEvent => ({
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  kind: { error: { code, message } },
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
