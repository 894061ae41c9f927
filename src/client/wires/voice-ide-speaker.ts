// A voice runtime (document 002): it runs the conductor's tools, and when the connection breaks it keeps what it has to say,
// comes back, asks for what it missed, and passes over what it knows.
import { pauseMs } from '../../core/backoff.ts'
import { parseJson } from '../../core/parse-json.ts'
import { UNAUTHORIZED } from '../../shared/wire/gateway.ts'
import {
  kindOf,
  parseVoiceIdeEvent,
  SNAPSHOT_FOLLOWS,
  type VoiceIdeEvent,
} from '../../shared/wire/voice-ide.ts'
import type { Closing, Frame } from '../link.ts'
import {
  closingWords,
  createWaiting,
  type Line,
  type Saying,
  type Speaker,
  type SpeakerDeps,
} from './speaker.ts'
import { runTool, stateAskedFor } from './tools.ts'

interface Deps extends SpeakerDeps {
  /** A new connection; rejects where there is none. */
  connect(): Promise<Line>
  sessionId: string
  /** The last event known from another time; null for a session that begins. */
  after: string | null
  newId(): string
  /** From 0 to 1. */
  random(): number
}

const PAUSES = { firstMs: 200, longestMs: 10_000 }
const MOST_ATTEMPTS = 8
const MOST_KEPT = 1_000
/** Ids that are remembered, to know an event again. */
const MOST_KNOWN = 10_000

export function createVoiceIdeSpeaker(deps: Deps): Speaker {
  const waiting = createWaiting(deps)
  const known = new Set<string>()
  const kept: object[] = []
  let line: Line | null = null
  let lastEventId = deps.after
  let hasBegun = deps.after !== null
  let isClosed = false
  let refusal: Closing | null = null
  let answered = false
  let failure: string | null = null
  let leave: (closing: Closing) => void = () => {}
  const gone = new Promise<Closing>((resolve) => {
    leave = resolve
  })
  void gone.then((closing) => waiting.end(closingWords(closing)))

  const envelope = (kind: string, body: object): object => ({
    id: deps.newId(),
    timestamp: new Date(deps.clock.now()).toISOString(),
    kind: { [kind]: body },
  })
  /** Kept until the gateway has it for sure: what is sent over a connection that is breaking is lost without a word. */
  function tell(kind: string, body: object): void {
    const event = envelope(kind, body)
    if (kept.push(event) > MOST_KEPT) kept.shift()
    if (line !== null) send(line, event)
  }
  function send(over: Line, event: object): void {
    over.send(JSON.stringify(event))
    void over.roundTrip().then(() => {
      const at = kept.indexOf(event)
      if (line === over && at >= 0) kept.splice(at, 1)
    })
  }

  async function connect(attempt: number): Promise<void> {
    const mine = await deps.connect()
    line = mine
    const { sessionId } = deps
    const greeting = hasBegun
      ? envelope('sessionReconnect', { sessionId, lastEventId })
      : envelope('sessionStart', { sessionId })
    hasBegun = true
    // What may have been lost goes again under the same id, so that it can be known again.
    for (const event of [greeting, ...kept]) send(mine, event)
    mine.onFrame(hear)
    const start = deps.clock.now()
    void mine.closed.then((closing) => {
      line = null
      if (closing.code === UNAUTHORIZED.code) refusal = closing
      if (isClosed || refusal !== null) return leave(closing)
      // One that held for a while was a good one, and the next is tried for at once.
      comeBack(deps.clock.now() - start > PAUSES.longestMs ? 0 : attempt, closing)
    })
  }

  /** The conductor does not speak first, so that a refusal is all there is to wait for. */
  async function admitted(): Promise<void> {
    await connect(0)
    await line?.roundTrip()
    if (refusal !== null) throw new Error(closingWords(refusal))
  }

  function comeBack(attempt: number, closing: Closing): void {
    if (isClosed || attempt >= MOST_ATTEMPTS) return leave(closing)
    const pause = pauseMs(attempt, deps.random(), PAUSES)
    deps.note(`${closingWords(closing)} Trying again in ${(pause / 1000).toFixed(1)} s.`)
    deps.clock.after(pause, () => {
      if (isClosed) return leave(closing)
      connect(attempt + 1).catch(() => comeBack(attempt + 1, closing))
    })
  }

  function hear(data: Frame): void {
    const read = parseVoiceIdeEvent(typeof data === 'string' ? parseJson(data) : undefined)
    if (!read.ok) {
      if (read.reason === 'invalid') deps.note('The wire has no such event; it is passed over.')
      return
    }
    const { event } = read
    if (known.has(event.id)) return deps.note('This event is known; it is passed over.')
    known.add(event.id)
    if (known.size > MOST_KNOWN) known.delete(known.values().next().value!)
    lastEventId = event.id
    take(event)
  }

  function take(event: VoiceIdeEvent): void {
    const kind = kindOf(event)
    if (kind === 'assistantSpeechFinal') answered = true
    else if ('error' in event.kind) {
      const { code, message } = event.kind.error
      if (code !== SNAPSHOT_FOLLOWS) failure = `${code}: ${message}`
    } else if ('toolCall' in event.kind) {
      const { callId, name, arguments: given } = event.kind.toolCall
      tell('toolResult', { callId, ...runTool(name, given, deps.note) })
      const isOver = answered || failure !== null
      if (stateAskedFor(name, given) === 'idle' && isOver) waiting.end(answered ? null : failure)
    }
  }

  function say(saying: Saying): void {
    if (saying === 'mocked' || !('text' in saying)) throw new Error('This wire carries words alone.')
    tell('userAudioTranscriptFinal', { text: saying.text })
  }

  return {
    ready: admitted(),
    say,
    turn(saying) {
      answered = false
      failure = null
      return waiting.begin(() => say(saying))
    },
    raw: (frame) => line?.send(frame),
    gone,
    close() {
      isClosed = true
      line?.close()
    },
  }
}
