// Which frames of the agent's voice are played. After it was silenced, what still comes of the same voice is not; the next
// voice is, from its first frame.
import type { AgentState } from '../../shared/conversation.ts'

export interface VoiceGate {
  speaking: boolean
  /** The voice was silenced, and what is left of it is on its way. */
  silenced: boolean
  /** The next frame is the first of a voice. */
  fresh: boolean
}

export const openGate: VoiceGate = { speaking: false, silenced: false, fresh: true }

export function gateOnState(gate: VoiceGate, state: AgentState): VoiceGate {
  const speaking = state === 'speaking'
  if (speaking === gate.speaking) return gate
  // Frames may be a moment before the word that there is a voice, but never after the word that it is over.
  return speaking ? { ...gate, speaking } : openGate
}

export function gateOnFrame(gate: VoiceGate): { gate: VoiceGate; plays: boolean; begins: boolean } {
  if (gate.silenced) return { gate, plays: false, begins: false }
  return { gate: { ...gate, fresh: false }, plays: true, begins: gate.fresh }
}

export function gateOnSilence(gate: VoiceGate): VoiceGate {
  return gate.speaking || !gate.fresh ? { ...gate, silenced: true } : gate
}
