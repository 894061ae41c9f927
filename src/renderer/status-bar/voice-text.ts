// The name of the voice for the status bar. While the chosen voice loads or has failed, another one speaks: its name is
// shown, with the state of the chosen one beside it.
import type { SpeechState } from '../../shared/wire/speech-state.ts'

export interface VoiceText {
  name: string
  beside: string | null
  /** The user hears nothing. */
  silent: boolean
}

export function voiceText(voice: SpeechState | null, volume: number, blocked: boolean): VoiceText {
  const unheard = (name: string): VoiceText => ({ name, beside: null, silent: true })
  if (!voice) return unheard('No voice')
  const { name, state } = voice
  if (state.tag === 'off') return unheard('Voice off')
  if (blocked) return unheard('Click to hear')
  if (volume === 0) return unheard('Voice muted')
  switch (state.tag) {
    case 'ready':
      return { name, beside: null, silent: false }
    case 'failed':
      return { name, beside: 'trouble', silent: false }
    case 'loading': {
      const { progress } = state
      const beside = progress === undefined ? 'loading' : `loading ${Math.round(progress * 100)} %`
      return { name, beside, silent: false }
    }
  }
}
