// Faults of a LiveKit room, and of a LiveKit server on this computer.
import type { Fault } from '../../shared/errors.ts'

const fault = (code: Fault['code'], message: string, remedy: string, retryable: boolean): Fault => ({
  code,
  message,
  remedy,
  retryable,
})

/** Why the agent could not join, from the error of LiveKit's library. */
export function joiningFault(error: string, url: string): Fault {
  // The address may contain any number.
  const text = error.replaceAll(url, '')
  if (/\b40[13]\b|unauthorized|invalid token|permission|forbidden|could not validate/i.test(text)) {
    return fault(
      'room_refused',
      `The LiveKit server at ${url} does not accept the key and the secret.`,
      'Check the API key and the secret in the settings; both are in the server’s configuration.',
      false,
    )
  }
  if (/invalid url|unsupported scheme|relative url/i.test(text))
    return fault(
      'room_refused',
      `${url} is not the address of a LiveKit server.`,
      'It begins with ws:// or wss://.',
      false,
    )
  return fault(
    'room_absent',
    `No LiveKit server answers at ${url}.`,
    'Start it, or check the address. Parley keeps trying; meanwhile you can talk in this window.',
    true,
  )
}

export const anotherAgentFault = (identity: string): Fault =>
  fault(
    'room_taken',
    `Another agent, ${identity.slice(0, 60)}, is already in the room.`,
    'Choose another room in the settings, or stop the other agent. Two agents would both answer.',
    false,
  )

export const cannotJoinFault: Fault = fault(
  'room_refused',
  'LiveKit’s library does not run on this computer.',
  'You can still talk in this window. Try again, or reinstall Parley; the log says what is missing.',
  false,
)

/** Retryable, because it may have been killed, which a server takes a while to notice. */
export const takenFault: Fault = fault(
  'room_taken',
  'Another Parley is already in the room.',
  'Close the other one, or choose another room in the settings. This one joins once the other has left; meanwhile you can talk in this window.',
  true,
)

/** Retryable only if the agent can ask who is in the room first; otherwise it would replace the other agent in turn. */
export const replacedFault = (canAsk: boolean): Fault =>
  fault(
    'room_taken',
    'Another Parley has joined the room in place of this one.',
    'Close the other one, or choose another room in the settings.',
    canAsk,
  )

export const lostFault = (url: string): Fault =>
  fault(
    'room_lost',
    `The connection to ${url} broke.`,
    'Parley reconnects automatically. Nothing is lost.',
    true,
  )

export const programMissingFault = (program: string): Fault => ({
  code: 'server_missing',
  message: `The program ${program} is not installed on this computer, or cannot be started.`,
  remedy:
    'Install LiveKit’s server (see livekit.io), or enter the path of the program in the settings; then start it again.',
  retryable: true,
})

export const serverEndedFault = (wasRunning: boolean, code: number | null, signal: string | null): Fault => ({
  code: 'server_failed',
  message: `The LiveKit server ${wasRunning ? 'stopped unexpectedly' : 'stopped before it was ready'}${
    signal === null ? (code === null ? '' : ` with code ${code}`) : `, by ${signal}`
  }.`,
  remedy: wasRunning
    ? 'Start it again. The conversation continues in this window.'
    : 'Start it again. If that does not help, run the program in a terminal to see its errors.',
  retryable: true,
})

export const serverSilentFault = (seconds: number): Fault => ({
  code: 'server_failed',
  message: `The LiveKit server did not answer within ${seconds} seconds.`,
  remedy: 'Start it again. If that does not help, check in the settings that the program is livekit-server.',
  retryable: true,
})

export const noNetworkFault: Fault = {
  code: 'server_failed',
  message: 'This computer is not in a network that other devices could use.',
  remedy: 'Connect it to a network, or start the server for this computer only.',
  retryable: true,
}
