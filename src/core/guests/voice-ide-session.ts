// A session of a VoiceIDE client, as document 002 draws it: words come in; the client is told to show that we think; the
// reply is told; the client is told to say it, and then to be idle. Each of these calls is waited for before what
// follows, but never for ever: a client that fails, is silent or is away does not stop the turn.
//
// `convo.appendMessage` is no part of that flow. It tells what belongs to the history and is not to be spoken, which is
// so in a snapshot only: in a turn the client has the words it sent, and the reply by `assistant.speech.final`.
import type { VoiceIdeCode, VoiceIdeEvent } from '../../shared/wire/voice-ide.ts'
import { SNAPSHOT_FOLLOWS } from '../../shared/wire/voice-ide.ts'
import { boundText } from '../interceptors/bound-text.ts'
import type { GuestEvent } from '../ports/guests.ts'
import {
  awaitedUntil,
  callOf,
  MAX_UNANSWERED,
  type AwaitedCall,
  type ToolRequest,
} from './voice-ide-calls.ts'
import { sentenceForGuest } from './guest-fault.ts'
import { patchesToShow, patchesToShowAll, type CardPatch } from './voice-ide-cards.ts'
import type { ClientEvent } from './voice-ide-frames.ts'
import {
  MAX_MESSAGE_TEXT,
  remember,
  type VoiceIdeMemory,
  type VoiceIdeRecord,
  type VoiceIdeState,
} from './voice-ide-memory.ts'
import {
  newTurn,
  partialDueAt,
  withDelta,
  withPartialTold,
  withReplying,
  wordsToSpeak,
  type Turn,
} from './voice-ide-turn.ts'

export interface VoiceIdeSession {
  readonly memory: VoiceIdeMemory
  readonly turn: Turn | null
  readonly awaited: AwaitedCall | null
  /** Calls in a row that passed unanswered while the client was there. */
  readonly unanswered: number
  readonly away: boolean
  /** The person is talking, as far as the client tells. */
  readonly listening: boolean
}

export type VoiceIdeInput =
  | { type: 'client'; event: ClientEvent }
  /** A frame that was no event of a session. */
  | { type: 'refused'; code: VoiceIdeCode; message: string }
  | { type: 'guest'; event: GuestEvent }
  /** The client is here: anew, with all it missed told again, or with so much missed that it must begin from a snapshot. */
  | { type: 'attached'; how: 'started' | 'replayed' | 'snapshot' }
  | { type: 'detached' }
  /** Something is due. */
  | { type: 'woken' }

export type VoiceIdeOutput =
  /** To be kept; an event that was told is sent once it is. */
  | { type: 'record'; record: VoiceIdeRecord }
  /** An event that was told before, for a client that may not have it. */
  | { type: 'repeat'; event: VoiceIdeEvent }
  /** What one frame of the client is told and nobody else: it is no part of the session, and is not kept. */
  | { type: 'refuse'; event: VoiceIdeEvent }
  | { type: 'ask'; turnId: string; text: string }
  /** The client told of an error of its own. */
  | { type: 'complaint'; code: string }

export interface VoiceIdeContext {
  now: number
  newId(): string
  /** A new event's id and the moment it is made. */
  envelope(): { id: string; timestamp: string }
}

/** A session as its log has it. */
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

/** What the client is doing, in a word. */
export const activityOf = ({ turn, listening }: VoiceIdeSession): VoiceIdeState =>
  turn === null ? (listening ? 'listening' : 'idle') : turn.phase === 'speaking' ? 'speaking' : 'thinking'

/** When something is due next; null for nothing. */
export function wakeAt({ awaited, turn }: VoiceIdeSession): number | null {
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

  function record(kept: VoiceIdeRecord): void {
    become({ memory: remember(session.memory, kept) })
    outputs.push({ type: 'record', record: kept })
  }
  const tell = (kind: VoiceIdeEvent['kind']): void =>
    record({ type: 'told', event: { ...envelope(), kind } as VoiceIdeEvent })
  const tellError = (code: string, message: string): void => tell({ error: { code, message } })
  /** Not kept: a client that sends nonsense would push out of the log what it should hear again. */
  const refuse = (code: VoiceIdeCode, message: string): void =>
    void outputs.push({ type: 'refuse', event: { ...envelope(), kind: { error: { code, message } } } })
  const tellPatch = (patch: CardPatch): void => tell({ assistantUIPatch: { patch: JSON.stringify(patch) } })

  /** Asks the client for something that what follows waits for. */
  function call(request: ToolRequest): void {
    const event = callOf(envelope(), request)
    record({ type: 'told', event })
    const patient = session.unanswered < MAX_UNANSWERED
    become({ awaited: patient ? { event, until: awaitedUntil(event, now) } : null })
  }
  const callAside = (request: ToolRequest): void =>
    record({ type: 'told', event: callOf(envelope(), request), aside: true })

  /** Goes on with the turn, as far as it goes without an answer that is still awaited. */
  function goOn(): void {
    while (session.turn !== null && session.awaited === null) {
      const { turn } = session
      switch (turn.phase) {
        case 'opening':
          become({ turn: withReplying(turn, now) })
          break
        case 'replying': {
          if (turn.end === null) return
          tellEnd(turn)
          become({ turn: { ...turn, phase: 'speaking' } })
          const text = wordsToSpeak(turn)
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

  function tellEnd({ reply, end }: Turn): void {
    if (end?.outcome === 'failed') tellError(end.fault.code, sentenceForGuest(end.fault))
    if (reply !== '' || end?.outcome === 'completed') tell({ assistantSpeechFinal: { text: reply } })
  }

  function takeWords(id: string, said: string): void {
    const text = said.trim()
    record({ type: 'said', id, text: boundText(text, MAX_MESSAGE_TEXT) })
    become({ listening: false })
    if (text === '') {
      // Nothing was said after all. That interrupts nobody, and a client that shows it listens is told what holds.
      if (session.turn === null) call({ name: 'convo.setState', args: { state: 'idle' } })
      return
    }
    // What the client has of a reply that ends here stands as it is.
    const cut = session.turn
    if (cut?.phase === 'replying' && cut.toldLength > 0) tell({ assistantSpeechFinal: { text: cut.reply } })
    const turnId = newId()
    become({ turn: newTurn(turnId) })
    call({ name: 'convo.setState', args: { state: 'thinking' } })
    outputs.push({ type: 'ask', turnId, text })
  }

  function takeResult(id: string, callId: string, error: string | null): void {
    const { open, settled } = session.memory
    // Whatever a client makes up takes no room in the log, where something real would be given up for it.
    if (!open.includes(callId)) {
      if (!settled.includes(callId)) refuse('unknown_call', 'No call with this id was made.')
      return
    }
    record({ type: 'answered', id, callId })
    become({ unanswered: 0 })
    const answered = session.awaited?.event.kind.toolCall
    if (answered?.callId !== callId) return
    become({ awaited: null })
    if (error !== null) tellError('tool_failed', boundText(`${answered.name} failed: ${error}`, 500))
  }

  function takeClient(event: ClientEvent): void {
    if ('userAudioTranscriptPartial' in event.kind) return become({ listening: true })
    if ('error' in event.kind) {
      return void outputs.push({ type: 'complaint', code: boundText(event.kind.error.code, 64) })
    }
    if (session.memory.seen.includes(event.id)) return
    if ('toolResult' in event.kind) {
      takeResult(event.id, event.kind.toolResult.callId, event.kind.toolResult.error)
    } else takeWords(event.id, event.kind.userAudioTranscriptFinal.text)
  }

  function takeGuest(event: GuestEvent): void {
    if (event.type === 'artifact.created') {
      // Of whichever turn: what was made is there to be seen.
      return patchesToShow(session.memory.cards, event.artifact).forEach(tellPatch)
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
      tellError(SNAPSHOT_FOLLOWS, 'The log does not reach back to that event. What to show follows.')
    }
    const lost = session.turn === null && session.memory.state !== 'idle' && !resumeSpeech()
    if (session.awaited !== null) {
      const { event } = session.awaited
      become({ awaited: { event, until: awaitedUntil(event, now) } })
      // Before what is new, so that the last event the client has is the newest there is.
      if (how !== 'replayed') outputs.push({ type: 'repeat', event })
    }
    if (how !== 'replayed') tellWhatHolds(how === 'snapshot')
    if (lost) {
      tellError('turn_lost', 'This was cut off before there was a reply. Ask again.')
      call({ name: 'convo.setState', args: { state: 'idle' } })
    }
  }

  /** A client that does not have what was told before shows what we think it shows: all of it, or what a new one needs. */
  function tellWhatHolds(all: boolean): void {
    const { cards, messages, state } = session.memory
    if (all) {
      patchesToShowAll(cards).forEach(tellPatch)
      for (const args of messages) callAside({ name: 'convo.appendMessage', args })
    } else if (cards.length > 0) patchesToShowAll([]).forEach(tellPatch)
    if (all || state !== 'idle') callAside({ name: 'convo.setState', args: { state } })
  }

  /** The session was last in use while the client was to speak. That it still can; any other turn is lost. */
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
      // Nobody is blamed who is not there: the call is told again when they are back.
      become({ awaited: null, unanswered: away ? session.unanswered : session.unanswered + 1 })
      if (!away) tellError('tool_timeout', `${awaited.event.kind.toolCall.name} was not answered in time.`)
    }
    const partial = turn === null ? null : partialDueAt(turn)
    if (turn !== null && partial !== null && partial <= now) {
      tell({ assistantSpeechPartial: { text: turn.reply } })
      become({ turn: withPartialTold(turn, now) })
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
  goOn()
  return { session, outputs }
}
