// Document 002: the steps of a turn, as the document draws them.
import { kindOf, type VoiceIdeEvent } from '../../../shared/wire/voice-ide.ts'
import { isCall, stateOf } from './voice-ide-probe.ts'

/** Null for what may come in between: pieces, patches, states and tools the document does not name. */
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
