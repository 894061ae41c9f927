// What a Vela session refuses and what fails in it, in its own words. The wire has one sentence for each, so what to do
// next is part of it.
import type { Fault } from '../../../shared/errors.ts'
import type { VelaErrorCode, VelaLiveErrorCode, VelaServerEvent } from '../../../shared/wire/vela.ts'
import { sentenceForGuest } from '../guest-fault.ts'
import type { Deaf } from './session-state.ts'

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
  'This turn is as long as one can be, and no more is taken in. Commit it, or cancel it.',
  false,
)

export const nothingHeard = refusalOf(
  'nothing_heard',
  'No words were heard. Try again, a little closer to the microphone.',
  true,
)

const deafness: Record<Deaf, VelaServerEvent> = {
  loading: refusalOf('ears_loading', 'What hears is still being loaded. Try again in a moment.', true),
  off: refusalOf(
    'ears_off',
    'Hearing is switched off in Parley. Switch it on in its settings, then try again.',
    false,
  ),
  failed: refusalOf(
    'ears_failed',
    'What hears could not be started. Try again; if it keeps failing, look at Parley’s window.',
    true,
  ),
}

export const deafTo = (deaf: Deaf): VelaServerEvent => deafness[deaf]

export const failureOf = (fault: Fault): VelaServerEvent => ({
  type: 'error',
  payload: { code: fault.code, message: sentenceForGuest(fault), retryable: fault.retryable },
})

/** For who has not the right token, before the connection is closed. */
export const refusalFrame: VelaServerEvent = {
  type: 'error',
  payload: {
    code: 'unauthorized',
    message: 'This needs the token that Parley shows for its gateway.',
    retryable: false,
  },
}
