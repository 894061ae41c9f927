// Which voice replies are spoken by, in a word or two. While a better one is made ready, or was not to be had, another
// speaks: its name is what the person hears, and what became of the better one stands beside it.
import type { SpeechState } from '../../shared/wire/speech-state.ts'

export interface VoiceWords {
  name: string
  beside: string | null
  /** Nothing sounds. */
  silent: boolean
}

export function voiceWords(voice: SpeechState | null, volume: number, blocked: boolean): VoiceWords {
  const unheard = (name: string): VoiceWords => ({ name, beside: null, silent: true })
  if (!voice) return unheard('No voice')
  const { name, state } = voice
  if (state.tag === 'off') return unheard('Voice off')
  if (blocked) return unheard('Click to hear')
  if (volume === 0) return unheard('Voice silent')
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
