// The desktop's recognizer for a guest. It stores a take until its transcript is stored, and corrects names of the workspace
// as on the desktop.
import { matchCodeWords } from '../../../core/speech/hearing/code-words.ts'
import type { CodeWordIndex } from '../../../core/speech/hearing/code-word-index.ts'
import type { Recognizer } from '../../../core/ports/recognizer.ts'
import type { RecognizerState, GuestRecognizer, GuestTranscript } from '../../../core/ports/guests.ts'
import type { Unsubscribe } from '../../../core/ports/clock.ts'
import { FaultError } from '../../../shared/errors.ts'

export interface HostRecognizer {
  recognizer(): Recognizer | null
  state(): RecognizerState
  onState(listener: (state: RecognizerState) => void): Unsubscribe
  wake(): void
  names(): CodeWordIndex
}

interface Deps extends HostRecognizer {
  session: string
  newId(): string
  /** The transcript was asked. Its audio can be deleted once the transcript is on disk. */
  acknowledge(recognizer: Recognizer, takeId: string): void
  /** Logs the transcript of a guest that has disconnected. */
  keep(takeId: string, transcript: GuestTranscript): void
}

export function createGuestRecognizer(deps: Deps): GuestRecognizer {
  return {
    state: deps.state,
    onState: deps.onState,
    wake: deps.wake,
    open() {
      const recognizer = deps.recognizer()
      if (!recognizer) {
        throw new FaultError(
          'ears_unavailable',
          deps.state() === 'loading'
            ? 'Parley is not ready to listen yet.'
            : 'Speech recognition does not work.',
          deps.state() === 'loading'
            ? 'Try again in a moment.'
            : 'Look at Speech recognition in Parley’s settings.',
          { retryable: true },
        )
      }
      const take = recognizer.open({ takeId: deps.newId(), session: deps.session })
      const { takeId } = take
      const release = async (): Promise<GuestTranscript> => {
        const { text } = await take.release()
        return {
          text: matchCodeWords(text, deps.names()).text,
          acknowledge: () => deps.acknowledge(recognizer, takeId),
        }
      }
      return {
        takeId,
        write: take.write,
        onEvent: take.onEvent,
        cancel: take.cancel,
        release,
        leave() {
          release().then(
            (transcript) => deps.keep(takeId, transcript),
            // The audio stays on disk for the next start. No guest waits for the error.
            () => {},
          )
        },
      }
    },
  }
}
