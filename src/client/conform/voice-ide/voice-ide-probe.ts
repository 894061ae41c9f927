// A runtime that watches what the conductor asks of it.
import { randomUUID } from 'node:crypto'
import { parseJson } from '../../../core/parse-json.ts'
import {
  kindOf,
  parseVoiceIdeEvent,
  type VoiceIdeEvent,
  type VoiceIdeEventOf,
  type VoiceIdeKind,
} from '../../../shared/wire/voice-ide.ts'
import type { Frame } from '../../link.ts'
import { createProbe, quoted, type Probe } from '../probe.ts'
import { Broken, Unseen, type Bench } from '../rule.ts'

export interface RuntimeOptions {
  /** Sent with every event, where there is one. */
  version?: string
  /** How tool calls are answered. */
  outcome?: { result: string | null; error: string | null }
}

export interface Runtime extends Probe<VoiceIdeEvent> {
  /** Sends an event of this kind, in an envelope. */
  tell(kind: string, body: object): void
  answer(call: VoiceIdeEventOf<'toolCall'>): void
  /** What follows, each call answered, up to the call that sets the state to idle. */
  restOfTurn(): Promise<VoiceIdeEvent[]>
  /** Asks the conductor something; all that comes of it. */
  ask(): Promise<VoiceIdeEvent[]>
}

export const QUESTION = 'Hello'

export function readVoiceIde(frame: Frame): VoiceIdeEvent {
  if (typeof frame !== 'string') throw new Broken(`Got a binary frame of ${frame.length} bytes.`)
  const value = parseJson(frame)
  const read = parseVoiceIdeEvent(value)
  if (!read.ok)
    throw new Broken(`The wire has no such event: ${quoted(value === undefined ? frame : value)}.`)
  return read.event
}

export const isKind =
  <K extends VoiceIdeKind>(kind: K) =>
  (event: VoiceIdeEvent): event is VoiceIdeEventOf<K> & VoiceIdeEvent =>
    kindOf(event) === kind

export const isCall = isKind('toolCall')

/** The state a `convo.setState` asks for; null for any other event. */
export function stateOf(event: VoiceIdeEvent): string | null {
  if (!isCall(event) || event.kind.toolCall.name !== 'convo.setState') return null
  const given = parseJson(event.kind.toolCall.arguments) as { state?: unknown } | null
  return typeof given?.state === 'string' ? given.state : null
}

const WENT_WELL = { result: '{"ok":true}', error: null }

export async function openRuntime(
  bench: Bench,
  { version, outcome = WENT_WELL }: RuntimeOptions = {},
): Promise<Runtime> {
  const probe = createProbe(bench, await bench.open('voice-ide'), readVoiceIde)
  const tell = (kind: string, body: object): void =>
    probe.send({
      ...(version === undefined ? {} : { protocolVersion: version }),
      id: randomUUID(),
      timestamp: new Date(bench.clock.now()).toISOString(),
      kind: { [kind]: body },
    })
  const answer = (call: VoiceIdeEventOf<'toolCall'>): void =>
    tell('toolResult', { callId: call.kind.toolCall.callId, ...outcome })
  async function restOfTurn(): Promise<VoiceIdeEvent[]> {
    const events = await probe.until('convo.setState idle', (event) => {
      if (isCall(event)) answer(event)
      return stateOf(event) === 'idle'
    })
    const failure = events.find(isKind('error'))
    if (failure !== undefined && !events.some(isKind('assistantSpeechFinal')))
      throw new Unseen(`the conductor had no answer to look at: ${quoted(failure.kind.error)}`)
    return events
  }
  return {
    ...probe,
    tell,
    answer,
    restOfTurn,
    ask() {
      tell('userAudioTranscriptFinal', { text: QUESTION })
      return restOfTurn()
    },
  }
}

/** A runtime in a session that nobody else has. */
export async function meetConductor(
  bench: Bench,
  options?: RuntimeOptions,
): Promise<{ runtime: Runtime; sessionId: string }> {
  const runtime = await openRuntime(bench, options)
  const sessionId = `conform-${randomUUID()}`
  runtime.tell('sessionStart', { sessionId })
  // The document has nothing between the start and the first words; a conductor that sets a state is not wrong.
  for (const event of await runtime.sofar()) if (isCall(event)) runtime.answer(event)
  return { runtime, sessionId }
}
