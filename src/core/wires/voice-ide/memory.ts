// What a VoiceIDE session must know after a restart. It is computed from the session's records alone, so reading them from
// disk restores it.
import type { VoiceIdeEvent, VoiceIdeEventOf, VoiceIdeTool } from '../../../shared/wire/voice-ide.ts'
import { truncate } from '../../../base/truncate.ts'
import { withPatch, type Card, type CardPatch } from './cards.ts'

export const voiceIdeStates = ['listening', 'thinking', 'speaking', 'idle'] as const
export type VoiceIdeState = (typeof voiceIdeStates)[number]

/** The arguments of each tool. */
export interface ToolArguments {
  'convo.setState': { state: VoiceIdeState }
  'convo.appendMessage': Message
  'tts.speak': { text: string }
}

export interface Message {
  role: 'user' | 'assistant'
  text: string
}

/** One line of the session's log. */
export type VoiceIdeRecord =
  /** An event for the client. A call that is `aside` is not part of a turn: nothing waits for its result. */
  | { type: 'told'; event: VoiceIdeEvent; aside?: boolean | undefined }
  /** The client's requests and results. */
  | { type: 'said'; id: string; text: string }
  | { type: 'answered'; id: string; callId: string }

export interface VoiceIdeMemory {
  readonly cards: readonly Card[]
  /** The last messages, for a client that lost them. */
  readonly messages: readonly Message[]
  /** Ids of the client's events, to ignore duplicates. */
  readonly seen: readonly string[]
  /** Calls without a result, and calls whose result arrived or does not matter any more. */
  readonly open: readonly string[]
  readonly settled: readonly string[]
  /** The last call of a turn, while it has no result. */
  readonly awaited: VoiceIdeEventOf<'toolCall'> | null
  /** The last state that the client was asked to show. */
  readonly state: VoiceIdeState
  /** The last event for the client; null before the first. */
  readonly lastEventId: string | null
}

const MAX_MESSAGES = 20
export const MAX_MESSAGE_TEXT = 2_000
export const MAX_SEEN = 256
export const MAX_OPEN_CALLS = 64
export const MAX_SETTLED_CALLS = 256

export const emptyMemory: VoiceIdeMemory = {
  cards: [],
  messages: [],
  seen: [],
  open: [],
  settled: [],
  awaited: null,
  state: 'idle',
  lastEventId: null,
}

export function remember(memory: VoiceIdeMemory, record: VoiceIdeRecord): VoiceIdeMemory {
  switch (record.type) {
    case 'told':
      return { ...withEvent(memory, record.event, record.aside === true), lastEventId: record.event.id }
    case 'said':
      return {
        ...memory,
        seen: withLast(memory.seen, record.id, MAX_SEEN),
        messages: withMessage(memory.messages, 'user', record.text),
      }
    case 'answered': {
      const { open, settled, awaited } = memory
      const known = open.includes(record.callId)
      return {
        ...memory,
        seen: withLast(memory.seen, record.id, MAX_SEEN),
        open: known ? open.filter((callId) => callId !== record.callId) : open,
        settled: known ? withLast(settled, record.callId, MAX_SETTLED_CALLS) : settled,
        awaited: awaited?.kind.toolCall.callId === record.callId ? null : awaited,
      }
    }
  }
}

function withEvent(memory: VoiceIdeMemory, event: VoiceIdeEvent, aside: boolean): VoiceIdeMemory {
  const { kind } = event
  if ('toolCall' in kind) return withCall(memory, { ...event, kind }, aside)
  if ('assistantSpeechFinal' in kind) {
    const { text } = kind.assistantSpeechFinal
    return { ...memory, messages: withMessage(memory.messages, 'assistant', text) }
  }
  if ('assistantUIPatch' in kind) {
    const patch = JSON.parse(kind.assistantUIPatch.patch) as CardPatch
    return { ...memory, cards: withPatch(memory.cards, patch) }
  }
  return memory
}

function withCall(memory: VoiceIdeMemory, call: VoiceIdeEventOf<'toolCall'>, aside: boolean): VoiceIdeMemory {
  const { callId, name, arguments: args } = call.kind.toolCall
  const open = [...memory.open, callId]
  // Bounded, since a client may never answer. Results of the oldest calls do not matter any more.
  const dropped = open.splice(0, open.length - MAX_OPEN_CALLS)
  return {
    ...memory,
    open,
    settled: dropped.reduce((ids, id) => withLast(ids, id, MAX_SETTLED_CALLS), memory.settled),
    awaited: aside ? memory.awaited : call,
    state:
      name === ('convo.setState' satisfies VoiceIdeTool)
        ? (JSON.parse(args) as ToolArguments['convo.setState']).state
        : memory.state,
  }
}

const withMessage = (
  messages: readonly Message[],
  role: Message['role'],
  text: string,
): readonly Message[] =>
  text === '' ? messages : withLast(messages, { role, text: truncate(text, MAX_MESSAGE_TEXT) }, MAX_MESSAGES)

const withLast = <T>(list: readonly T[], item: T, max: number): readonly T[] => [
  ...(list.length < max ? list : list.slice(list.length - max + 1)),
  item,
]
