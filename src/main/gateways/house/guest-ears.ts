// The desktop's ears, for a guest: takes are kept on disk until their words are, and the names of the workspace are put
// right as on the desktop.
import { matchCodeWords } from '../../../core/ears/code-words.ts'
import type { CodeWordIndex } from '../../../core/ears/code-word-index.ts'
import type { Ears } from '../../../core/ports/ears.ts'
import type { EarsState, GuestEars, GuestWords } from '../../../core/ports/guests.ts'
import type { Unsubscribe } from '../../../core/ports.ts'
import { FaultError } from '../../../shared/errors.ts'

export interface EarsOfHouse {
  ears(): Ears | null
  state(): EarsState
  onState(listener: (state: EarsState) => void): Unsubscribe
  wake(): void
  names(): CodeWordIndex
}

interface Deps extends EarsOfHouse {
  session: string
  newId(): string
  /** The words have been asked, and the sound can go as soon as they are safe. */
  acknowledge(ears: Ears, takeId: string): void
  /** The words of a guest who has gone. */
  keep(takeId: string, words: GuestWords): void
}

export function createGuestEars(deps: Deps): GuestEars {
  return {
    state: deps.state,
    onState: deps.onState,
    wake: deps.wake,
    open() {
      const ears = deps.ears()
      if (!ears) {
        throw new FaultError(
          'ears_unavailable',
          deps.state() === 'loading' ? 'Parley is not ready to listen yet.' : 'Parley cannot hear.',
          deps.state() === 'loading' ? 'Try again in a moment.' : 'Look at Hearing in Parley’s settings.',
          { retryable: true },
        )
      }
      const take = ears.open({ takeId: deps.newId(), session: deps.session })
      const { takeId } = take
      const release = async (): Promise<GuestWords> => {
        const { text } = await take.release()
        return {
          text: matchCodeWords(text, deps.names()).text,
          acknowledge: () => deps.acknowledge(ears, takeId),
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
            (words) => deps.keep(takeId, words),
            // The ears have left the sound of what they could not recognise, and nobody is there to be told.
            () => {},
          )
        },
      }
    },
  }
}
