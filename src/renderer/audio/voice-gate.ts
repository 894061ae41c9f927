// Decides which frames of the agent's voice are played. After a silence, the rest of the same voice is dropped; the
// next voice plays from its first frame.
import type { AgentState } from '../../shared/conversation.ts'

export interface VoiceGate {
  speaking: boolean
  /** The voice was silenced, and its remaining frames are still arriving. */
  silenced: boolean
  /** The next frame is the first of a voice. */
  fresh: boolean
}

export const openGate: VoiceGate = { speaking: false, silenced: false, fresh: true }

export function gateOnState(gate: VoiceGate, state: AgentState): VoiceGate {
  const speaking = state === 'speaking'
  if (speaking === gate.speaking) return gate
  // Frames may arrive just before the state `speaking`, but never after the next state.
  return speaking ? { ...gate, speaking } : openGate
}

export function gateOnFrame(gate: VoiceGate): { gate: VoiceGate; plays: boolean; begins: boolean } {
  if (gate.silenced) return { gate, plays: false, begins: false }
  return { gate: { ...gate, fresh: false }, plays: true, begins: gate.fresh }
}

export function gateOnSilence(gate: VoiceGate): VoiceGate {
  return gate.speaking || !gate.fresh ? { ...gate, silenced: true } : gate
}
