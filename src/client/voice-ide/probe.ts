// A VoiceIDE client that examines what it receives, and the steps of a turn.
import { randomUUID } from 'node:crypto'
import { parseJson } from '../../base/parse-json.ts'
import {
  kindOf,
  parseVoiceIdeEvent,
  type VoiceIdeEvent,
  type VoiceIdeEventOf,
  type VoiceIdeKind,
} from '../../shared/wire/voice-ide.ts'
import { parseTypedEvent, typedEvent } from '../../shared/wire/voice-ide-typed.ts'
import { voiceIdeWire } from '../../shared/wire/voice-ide-typed.ts'
import type { Admission, Frame } from '../link.ts'
import { createProbe, quoted, type Probe } from '../conform/probe.ts'
import { Broken, NotObserved, type CheckContext } from '../conform/rule.ts'

export interface RuntimeOptions {
  admission?: Partial<Admission>
  /** The protocolVersion of every event, if any. */
  version?: string
  /** Whether to use the envelope with `type` and `payload`. */
  typed?: boolean
  /** The result of every tool call. */
  outcome?: { result: string | null; error: string | null }
}

export interface Runtime extends Probe<VoiceIdeEvent> {
  /** Sends an event of this kind. */
  sendEvent(kind: string, body: object): void
  answer(call: VoiceIdeEventOf<'toolCall'>): void
  /** All events up to the call that sets the state to idle. Answers each call. */
  restOfTurn(): Promise<VoiceIdeEvent[]>
  /** Sends a request and returns all events of the turn. */
  ask(): Promise<VoiceIdeEvent[]>
  /** The secret that resumes the session, if the server sent one. */
  resumeSecret(): string | null
}

export const QUESTION = 'Hello'

export function readVoiceIde(frame: Frame): VoiceIdeEvent {
  return readWith(parseVoiceIdeEvent, frame)
}

function readWith(parse: typeof parseVoiceIdeEvent, frame: Frame): VoiceIdeEvent {
  if (typeof frame !== 'string') throw new Broken(`Got a binary frame of ${frame.length} bytes.`)
  const value = parseJson(frame)
  const read = parse(value)
  if (!read.ok) throw new Broken(`Not an event of this wire: ${quoted(value === undefined ? frame : value)}.`)
  return read.event
}

const readTyped = (frame: Frame): VoiceIdeEvent => readWith((value) => parseTypedEvent(value).parsed, frame)

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

const SUCCESS = { result: '{"ok":true}', error: null }

export async function openRuntime(
  context: CheckContext,
  { version, typed = false, outcome = SUCCESS, admission = {} }: RuntimeOptions = {},
): Promise<Runtime> {
  let resumeSecret: string | null = null
  /** Remembers the secret for a reconnection; no check examines it. */
  function read(frame: Frame): VoiceIdeEvent | null {
    const event = typed ? readTyped(frame) : readVoiceIde(frame)
    if (!isKind('sessionStarted')(event)) return event
    resumeSecret = event.kind.sessionStarted.resumeSecret
    return null
  }
  const probe = createProbe(context, await context.open(voiceIdeWire, admission), read)
  const sendEvent = (kind: string, body: object): void => {
    const event = {
      ...(version === undefined ? {} : { protocolVersion: version }),
      id: randomUUID(),
      timestamp: new Date(context.clock.now()).toISOString(),
      kind: { [kind]: body },
    }
    probe.send(typed ? typedEvent(event as VoiceIdeEvent, null) : event)
  }
  const answer = (call: VoiceIdeEventOf<'toolCall'>): void =>
    sendEvent('toolResult', { callId: call.kind.toolCall.callId, ...outcome })
  async function restOfTurn(): Promise<VoiceIdeEvent[]> {
    const events = await probe.until('convo.setState idle', (event) => {
      if (isCall(event)) answer(event)
      return stateOf(event) === 'idle'
    })
    const failure = events.find(isKind('error'))
    if (failure !== undefined && !events.some(isKind('assistantSpeechFinal')))
      throw new NotObserved(`the server gave no answer: ${quoted(failure.kind.error)}`)
    return events
  }
  return {
    ...probe,
    sendEvent,
    answer,
    restOfTurn,
    ask() {
      sendEvent('userAudioTranscriptFinal', { text: QUESTION })
      return restOfTurn()
    },
    resumeSecret: () => resumeSecret,
  }
}

/** A client in a new session. */
export async function startSession(
  context: CheckContext,
  options?: RuntimeOptions,
): Promise<{ runtime: Runtime; sessionId: string }> {
  const runtime = await openRuntime(context, options)
  const sessionId = `conform-${randomUUID()}`
  runtime.sendEvent('sessionStart', { sessionId, resumable: true })
  // A server may set a state before the first request.
  for (const event of await runtime.received()) if (isCall(event)) runtime.answer(event)
  return { runtime, sessionId }
}

/** The step of a turn that this event is. Null for other events, which may come in between. */
export function stepOf(event: VoiceIdeEvent): string | null {
  const state = stateOf(event)
  if (state === 'thinking' || state === 'idle') return `setState ${state}`
  if (isCall(event)) return event.kind.toolCall.name === 'tts.speak' ? 'tts.speak' : null
  return kindOf(event) === 'assistantSpeechFinal' ? 'speech.final' : null
}

export const stepsOf = (events: readonly VoiceIdeEvent[]): string[] =>
  events
    .map(stepOf)
    .filter((step) => step !== null)
    .filter((step, at, all) => step !== all[at - 1])

export const FLOW = ['setState thinking', 'speech.final', 'tts.speak', 'setState idle']
