// The name and state of the recognizer or the voice.
import type { SpeechState } from '../../shared/wire/speech-state.ts'

export function EngineLine({ what, state }: { what: string; state: SpeechState | null }) {
  if (!state) return null
  const { name, state: engine } = state
  switch (engine.tag) {
    case 'ready':
      return (
        <p className="engine">
          {what} <strong>{name}</strong>.
        </p>
      )
    case 'off':
      return (
        <p className="engine">
          <strong>{name}</strong> is turned off.
        </p>
      )
    case 'loading':
      return (
        <div className="engine">
          <p>
            <strong>{name}</strong> is loading
            {engine.progress === undefined ? '…' : `: ${Math.round(engine.progress * 100)} %`}
          </p>
          <progress
            aria-label={`${name} is loading`}
            {...(engine.progress !== undefined && { value: engine.progress })}
          />
        </div>
      )
    case 'failed':
      return (
        <p className="engine engine-failed">
          <strong>{engine.message}</strong> {engine.remedy}
        </p>
      )
  }
}
