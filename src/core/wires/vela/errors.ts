// The errors of a Vela session. Each message also says what to do next.
import type { Fault } from '../../../shared/errors.ts'
import type { VelaErrorCode, VelaLiveErrorCode, VelaServerEvent } from '../../../shared/wire/vela.ts'
import { guestMessage } from '../guest-error.ts'
import type { RecognizerProblem } from './session-state.ts'

type Code = VelaErrorCode | VelaLiveErrorCode

const refusalOf = (code: Code, message: string, retryable: boolean): VelaServerEvent => ({
  type: 'error',
  payload: { code, message, retryable },
})

export const notJson = refusalOf('invalid_json', 'The frame is not JSON.', false)

export const invalid = (message: string): VelaServerEvent => refusalOf('invalid_message', message, false)

export const inFlight = refusalOf(
  'mocked_turn_in_flight',
  'A turn is already running. Wait until it is over, or cancel it.',
  true,
)

export const tooLong = refusalOf(
  'turn_too_long',
  'This turn has reached its maximum length. Commit it, or cancel it.',
  false,
)

export const noSpeech = refusalOf(
  'nothing_heard',
  'No words were heard. Try again, a little closer to the microphone.',
  true,
)

const recognizerErrors: Record<RecognizerProblem, VelaServerEvent> = {
  off: refusalOf(
    'ears_off',
    'Speech recognition is off in Parley. Turn it on in the settings, then try again.',
    false,
  ),
  failed: refusalOf(
    'ears_failed',
    'The recognizer could not be started. Try again; if it keeps failing, look at Parley’s window.',
    true,
  ),
}

export const recognizerError = (problem: RecognizerProblem): VelaServerEvent => recognizerErrors[problem]

export const failureOf = (fault: Fault): VelaServerEvent => ({
  type: 'error',
  payload: { code: fault.code, message: guestMessage(fault), retryable: fault.retryable },
})

/** Sent to a client without the right token before the close. */
export const refusalFrame: VelaServerEvent = {
  type: 'error',
  payload: {
    code: 'unauthorized',
    message: 'This needs the token that Parley shows for its gateway.',
    retryable: false,
  },
}
