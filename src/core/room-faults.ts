// What can be wrong with a LiveKit room, in plain sentences with what to do.
import type { Fault } from '../shared/errors.ts'

const fault = (code: Fault['code'], message: string, remedy: string, retryable: boolean): Fault => ({
  code,
  message,
  remedy,
  retryable,
})

/** Why a room could not be joined, by what the client library said. */
export function joiningFault(error: string, url: string): Fault {
  // An address may have any number in it.
  const said = error.replaceAll(url, '')
  if (/\b40[13]\b|unauthorized|invalid token|permission|forbidden|could not validate/i.test(said)) {
    return fault(
      'room_refused',
      `The LiveKit server at ${url} does not accept the key and the secret.`,
      'Check the API key and the secret in the settings; both are in the server’s configuration.',
      false,
    )
  }
  if (/invalid url|unsupported scheme|relative url/i.test(said))
    return fault(
      'room_refused',
      `${url} is not the address of a LiveKit server.`,
      'It begins with ws:// or wss://.',
      false,
    )
  return fault(
    'room_absent',
    `No LiveKit server answers at ${url}.`,
    'Start it, or check the address. Parley tries again by itself, and talks to you here meanwhile.',
    true,
  )
}

export const anotherAgentFault = (identity: string): Fault =>
  fault(
    'room_taken',
    `Another agent, ${identity.slice(0, 60)}, is already in the room.`,
    'Choose another room in the settings, or stop the other agent; two would answer at once.',
    false,
  )

export const cannotJoinFault: Fault = fault(
  'room_refused',
  'The part of Parley that joins LiveKit rooms does not run on this computer.',
  'You can talk here as before. Try again, or install Parley anew; the log says what is missing.',
  false,
)

/** It may be the ghost of one that was killed, which a server takes a while to notice: so it is looked again. */
export const takenFault: Fault = fault(
  'room_taken',
  'Another Parley is already in the room.',
  'Close the other one, or choose another room in the settings. Once it has gone, this one comes in by itself, and talks to you here meanwhile.',
  true,
)

/** Who cannot look who is there before coming back would throw the other one out in turn. */
export const replacedFault = (mayLook: boolean): Fault =>
  fault(
    'room_taken',
    'Another Parley has joined the room in place of this one.',
    'Close the other one, or choose another room in the settings.',
    mayLook,
  )

export const lostFault = (url: string): Fault =>
  fault('room_lost', `The connection to ${url} broke.`, 'Parley comes back by itself; nothing is lost.', true)
