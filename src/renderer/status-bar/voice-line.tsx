// The voice that is in use, and what became of the one that was wanted instead.
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import { EngineLine } from './engine-line.tsx'

const WHAT = 'Replies are spoken by'

export function VoiceLine({ voice: { name, state } }: { voice: SpeechState }) {
  if (state.tag === 'ready' || state.tag === 'off') return <EngineLine what={WHAT} state={{ name, state }} />
  return (
    <>
      <EngineLine what={WHAT} state={{ name, state: { tag: 'ready' } }} />
      <EngineLine what={WHAT} state={{ name: 'The chosen voice', state }} />
    </>
  )
}
