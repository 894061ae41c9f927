// Document 002 and rulings 6 and 7, by the letter, with a conductor that greets whoever says anything.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../src/core/ports.ts'
import {
  parseVoiceIdeEvent,
  SNAPSHOT_FOLLOWS,
  VOICE_IDE_VERSION,
  type VoiceIdeEvent,
} from '../../src/shared/wire/voice-ide.ts'
import type { FakeSocket, FakeWire } from './fake-wires.ts'
import { inSteps } from './in-steps.ts'

interface Session {
  log: VoiceIdeEvent[]
  send: ((event: VoiceIdeEvent) => void) | null
  /** What goes on when this call is answered. */
  waiting: Map<string, () => void>
  /** All calls it ever made. */
  calls: Set<string>
  /** The ids of what was heard. */
  seen: Set<string>
}

export interface VoiceIdeGuest {
  say(kind: VoiceIdeEvent['kind']): void
  tell(frame: object | string | Uint8Array): void
  socket: FakeSocket
  turn(): void
}

export interface VoiceIdeQuirks {
  out?(event: VoiceIdeEvent, sent: readonly VoiceIdeEvent[]): readonly (object | string | Uint8Array)[]
  in?(frame: unknown, guest: VoiceIdeGuest): boolean
  /** What is replayed of what should be. */
  replay?(missed: readonly VoiceIdeEvent[], log: readonly VoiceIdeEvent[]): readonly VoiceIdeEvent[]
  saysSnapshot?: boolean
  /** Does not know what it heard before the connection broke. */
  forgetsHeard?: boolean
  /** With one, calls are not waited for without end. */
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
  let session: Session = { log: [], send: null, waiting: new Map(), calls: new Set(), seen: new Set() }
  let version: string | undefined

  function send(event: VoiceIdeEvent): void {
    const dated = version === undefined ? event : { ...event, protocolVersion: version }
    for (const one of quirks.out?.(dated, sent) ?? [dated]) socket.send(one)
    sent.push(dated)
  }
  /** Into the log first, so that nothing is lost when nobody is there. */
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
  function reconnect(sessionId: string, lastEventId: string | null): void {
    session = sessions.get(sessionId) ?? session
    if (quirks.forgetsHeard) session.seen.clear()
    const at = session.log.findIndex(({ id }) => id === lastEventId)
    const { log } = session
    const missed = log.slice(at + 1)
    if (at < 0 && lastEventId !== null && quirks.saysSnapshot !== false)
      send({
        id: randomUUID(),
        timestamp: new Date().toISOString(),
        kind: { error: { code: SNAPSHOT_FOLLOWS, message: 'All that is kept follows' } },
      })
    for (const event of quirks.replay?.(missed, log) ?? missed) send(event)
    session.send = send
  }
  const guest: VoiceIdeGuest = { say, tell: socket.send, socket, turn }

  return {
    hear(frame) {
      const value = parsed(String(frame))
      if (quirks.in?.(value, guest)) return
      const read = parseVoiceIdeEvent(value)
      if (!read.ok) {
        if (read.reason === 'invalid') send(failure('invalid_event', read.problem))
        return
      }
      if (read.event.protocolVersion !== undefined) version = VOICE_IDE_VERSION
      const kind = read.event.kind as Record<string, Record<string, string>>
      if (kind['sessionStart']) {
        session.send = send
        sessions.set(kind['sessionStart']['sessionId']!, session)
      } else if (kind['sessionReconnect']) {
        reconnect(kind['sessionReconnect']['sessionId']!, kind['sessionReconnect']['lastEventId'] ?? null)
      } else if (session.seen.has(read.event.id)) return
      session.seen.add(read.event.id)
      if (kind['userAudioTranscriptFinal']) turn()
      else if (kind['toolResult']) {
        const callId = kind['toolResult']['callId']!
        if (session.calls.has(callId)) session.waiting.get(callId)?.()
        else send(failure('unknown_call', 'Nobody made this call'))
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
