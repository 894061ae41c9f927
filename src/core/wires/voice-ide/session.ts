// A VoiceIDE session. A transcript comes in; the client is asked to show "thinking"; the reply is sent; the client is asked to
// speak it, and then to be idle. The session waits for the result of each call, but not forever: a client that fails, is
// silent or is disconnected does not stop the turn.
//
// Only a snapshot uses `convo.appendMessage`, for earlier messages that are not to be spoken.
import type { VoiceIdeCode, VoiceIdeEvent } from '../../../shared/wire/voice-ide.ts'
import { SNAPSHOT_FOLLOWS } from '../../../shared/wire/voice-ide.ts'
import { truncate } from '../../../base/truncate.ts'
import type { GuestEvent } from '../../ports/guests.ts'
import { awaitedUntil, callOf, MAX_UNANSWERED, type AwaitedCall, type ToolRequest } from './tool-calls.ts'
import { guestMessage } from '../guest-error.ts'
import { patchesToShow, patchesToShowAll, type CardPatch } from './cards.ts'
import type { ClientEvent } from './frames.ts'
import {
  MAX_MESSAGE_TEXT,
  remember,
  type VoiceIdeMemory,
  type VoiceIdeRecord,
  type VoiceIdeState,
} from './memory.ts'
import {
  newTurn,
  partialDueAt,
  withDelta,
  withPartialSent,
  withReplying,
  textToSpeak,
  type Turn,
} from './turn.ts'

export interface VoiceIdeSession {
  readonly memory: VoiceIdeMemory
  readonly turn: Turn | null
  readonly awaited: AwaitedCall | null
  /** Calls in a row that a connected client did not answer. */
  readonly unanswered: number
  readonly away: boolean
  /** The client says that the user is talking. */
  readonly listening: boolean
}

export type VoiceIdeInput =
  | { type: 'client'; event: ClientEvent }
  /** An invalid frame. */
  | { type: 'refused'; code: VoiceIdeCode; message: string }
  | { type: 'guest'; event: GuestEvent }
  /** The client has connected: it is new, it got a replay of what it missed, or it missed so much that it needs a snapshot. */
  | { type: 'attached'; how: 'started' | 'replayed' | 'snapshot' }
  | { type: 'detached' }
  /** The time of `nextDueAt` has come. */
  | { type: 'woken' }

export type VoiceIdeOutput =
  /** To be logged. An event in it is sent after that. */
  | { type: 'record'; record: VoiceIdeRecord }
  /** An earlier event, for a client that may not have it. */
  | { type: 'repeat'; event: VoiceIdeEvent }
  /** The answer to an invalid frame. It is not part of the session and not logged. */
  | { type: 'refuse'; event: VoiceIdeEvent }
  | { type: 'ask'; turnId: string; text: string }
  /** The client reported an error. */
  | { type: 'complaint'; code: string }

export interface VoiceIdeContext {
  now: number
  newId(): string
  /** The id and time of a new event. */
  envelope(): { id: string; timestamp: string }
}

/** A session from its log. */
export const restoredSession = (memory: VoiceIdeMemory): VoiceIdeSession => ({
  memory,
  turn: null,
  awaited: null,
  unanswered: 0,
  away: true,
  listening: false,
})

/** What the client should be showing. */
export const stateOf = ({ turn }: VoiceIdeSession): VoiceIdeState => (turn === null ? 'idle' : 'thinking')

/** What the client is doing. */
export const activityOf = ({ turn, listening }: VoiceIdeSession): VoiceIdeState =>
  turn === null ? (listening ? 'listening' : 'idle') : turn.phase === 'speaking' ? 'speaking' : 'thinking'

/** When something is due next; null for nothing. */
export function nextDueAt({ awaited, turn }: VoiceIdeSession): number | null {
  const partial = turn === null ? null : partialDueAt(turn)
  if (awaited === null || partial === null) return awaited?.until ?? partial
  return Math.min(awaited.until, partial)
}

export function stepVoiceIde(
  before: VoiceIdeSession,
  input: VoiceIdeInput,
  { now, newId, envelope }: VoiceIdeContext,
): { session: VoiceIdeSession; outputs: VoiceIdeOutput[] } {
  let session = before
  const outputs: VoiceIdeOutput[] = []
  const become = (change: Partial<VoiceIdeSession>): void => void (session = { ...session, ...change })

  function record(entry: VoiceIdeRecord): void {
    become({ memory: remember(session.memory, entry) })
    outputs.push({ type: 'record', record: entry })
  }
  const send = (kind: VoiceIdeEvent['kind']): void =>
    record({ type: 'told', event: { ...envelope(), kind } as VoiceIdeEvent })
  const sendError = (code: string, message: string): void => send({ error: { code, message } })
  /** Not logged: invalid frames must not push events out of the log that a client may need again. */
  const refuse = (code: VoiceIdeCode, message: string): void =>
    void outputs.push({ type: 'refuse', event: { ...envelope(), kind: { error: { code, message } } } })
  const sendPatch = (patch: CardPatch): void => send({ assistantUIPatch: { patch: JSON.stringify(patch) } })

  /** Calls a tool of the client. The turn waits for the result. */
  function call(request: ToolRequest): void {
    const event = callOf(envelope(), request)
    record({ type: 'told', event })
    const waits = session.unanswered < MAX_UNANSWERED
    become({ awaited: waits ? { event, until: awaitedUntil(event, now) } : null })
  }
  const callAside = (request: ToolRequest): void =>
    record({ type: 'told', event: callOf(envelope(), request), aside: true })

  /** Continues the turn until it has to wait for a result. */
  function advance(): void {
    while (session.turn !== null && session.awaited === null) {
      const { turn } = session
      switch (turn.phase) {
        case 'opening':
          become({ turn: withReplying(turn, now) })
          break
        case 'replying': {
          if (turn.end === null) return
          sendEnd(turn)
          become({ turn: { ...turn, phase: 'speaking' } })
          const text = textToSpeak(turn)
          if (text !== '') call({ name: 'tts.speak', args: { text } })
          break
        }
        case 'speaking':
          become({ turn: null })
          call({ name: 'convo.setState', args: { state: 'idle' } })
          break
      }
    }
  }

  function sendEnd({ reply, end }: Turn): void {
    if (end?.outcome === 'failed') sendError(end.fault.code, guestMessage(end.fault))
    if (reply !== '' || end?.outcome === 'completed') send({ assistantSpeechFinal: { text: reply } })
  }

  function takeRequest(id: string, transcript: string): void {
    const text = transcript.trim()
    record({ type: 'said', id, text: truncate(text, MAX_MESSAGE_TEXT) })
    become({ listening: false })
    if (text === '') {
      // Nothing was said. A running turn continues; otherwise the client, which may show "listening", is set to idle.
      if (session.turn === null) call({ name: 'convo.setState', args: { state: 'idle' } })
      return
    }
    // The new request cuts off the reply. The part that the client has becomes final.
    const cut = session.turn
    if (cut?.phase === 'replying' && cut.sentLength > 0) send({ assistantSpeechFinal: { text: cut.reply } })
    const turnId = newId()
    become({ turn: newTurn(turnId) })
    call({ name: 'convo.setState', args: { state: 'thinking' } })
    outputs.push({ type: 'ask', turnId, text })
  }

  function takeResult(id: string, callId: string, error: string | null): void {
    const { open, settled } = session.memory
    // Results of unknown calls are not logged: they must not push other records out of the log.
    if (!open.includes(callId)) {
      if (!settled.includes(callId)) refuse('unknown_call', 'No call with this id was made.')
      return
    }
    record({ type: 'answered', id, callId })
    become({ unanswered: 0 })
    const answered = session.awaited?.event.kind.toolCall
    if (answered?.callId !== callId) return
    become({ awaited: null })
    if (error !== null) sendError('tool_failed', truncate(`${answered.name} failed: ${error}`, 500))
  }

  function takeClient(event: ClientEvent): void {
    if ('userAudioTranscriptPartial' in event.kind) return become({ listening: true })
    if ('error' in event.kind) {
      return void outputs.push({ type: 'complaint', code: truncate(event.kind.error.code, 64) })
    }
    if (session.memory.seen.includes(event.id)) return
    if ('toolResult' in event.kind) {
      takeResult(event.id, event.kind.toolResult.callId, event.kind.toolResult.error)
    } else takeRequest(event.id, event.kind.userAudioTranscriptFinal.text)
  }

  function takeGuest(event: GuestEvent): void {
    if (event.type === 'artifact.created') {
      // Artifacts of earlier turns are shown, too.
      return patchesToShow(session.memory.cards, event.artifact).forEach(sendPatch)
    }
    const { turn } = session
    if (turn?.turnId !== event.turnId || turn.end !== null) return
    switch (event.type) {
      case 'turn.started':
      case 'status.changed':
      case 'tools.changed':
        return
      case 'reply.appended':
        return become({ turn: withDelta(turn, event.delta, now) })
      case 'turn.ended':
        return become({ turn: { ...turn, end: { outcome: event.outcome } } })
      case 'turn.failed':
        return become({ turn: { ...turn, end: { outcome: 'failed', fault: event.fault } } })
    }
  }

  function takeAttached(how: 'started' | 'replayed' | 'snapshot'): void {
    become({ away: false, unanswered: 0, listening: false })
    if (how === 'snapshot') {
      sendError(SNAPSHOT_FOLLOWS, 'The log does not reach back to that event. A snapshot follows.')
    }
    const lost = session.turn === null && session.memory.state !== 'idle' && !resumeSpeech()
    if (session.awaited !== null) {
      const { event } = session.awaited
      become({ awaited: { event, until: awaitedUntil(event, now) } })
      // Before new events, so that the last event of the client is the newest.
      if (how !== 'replayed') outputs.push({ type: 'repeat', event })
    }
    if (how !== 'replayed') sendState(how === 'snapshot')
    if (lost) {
      sendError('turn_lost', 'Parley stopped before it had replied. Ask again.')
      call({ name: 'convo.setState', args: { state: 'idle' } })
    }
  }

  /** Brings a client without the earlier events to the session's state: with `all` everything, else only what a new client lacks. */
  function sendState(all: boolean): void {
    const { cards, messages, state } = session.memory
    if (all) {
      patchesToShowAll(cards).forEach(sendPatch)
      for (const args of messages) callAside({ name: 'convo.appendMessage', args })
    } else if (cards.length > 0) patchesToShowAll([]).forEach(sendPatch)
    if (all || state !== 'idle') callAside({ name: 'convo.setState', args: { state } })
  }

  /** Parley stopped while the client spoke the reply. The client can still do that; any other turn is lost. */
  function resumeSpeech(): boolean {
    const event = session.memory.awaited
    if (event?.kind.toolCall.name !== 'tts.speak') return false
    const turn: Turn = { ...newTurn(newId()), phase: 'speaking' }
    become({ turn, awaited: { event, until: awaitedUntil(event, now) } })
    return true
  }

  function takeWoken(): void {
    const { awaited, turn, away } = session
    if (awaited !== null && awaited.until <= now) {
      // A disconnected client is not at fault. It gets the call again when it reconnects.
      become({ awaited: null, unanswered: away ? session.unanswered : session.unanswered + 1 })
      if (!away) sendError('tool_timeout', `${awaited.event.kind.toolCall.name} was not answered in time.`)
    }
    const partial = turn === null ? null : partialDueAt(turn)
    if (turn !== null && partial !== null && partial <= now) {
      send({ assistantSpeechPartial: { text: turn.reply } })
      become({ turn: withPartialSent(turn, now) })
    }
  }

  switch (input.type) {
    case 'client':
      takeClient(input.event)
      break
    case 'refused':
      refuse(input.code, input.message)
      break
    case 'guest':
      takeGuest(input.event)
      break
    case 'attached':
      takeAttached(input.how)
      break
    case 'detached':
      become({ away: true, listening: false })
      break
    case 'woken':
      takeWoken()
      break
  }
  advance()
  return { session, outputs }
}
