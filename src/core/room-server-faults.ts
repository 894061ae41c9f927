// What can be wrong with a LiveKit server that is started here, in plain sentences with what to do.
import type { Fault } from '../shared/errors.ts'

export const programMissingFault = (program: string): Fault => ({
  code: 'server_missing',
  message: `There is no program ${program} on this computer that could be started.`,
  remedy:
    'Install LiveKit’s server (livekit.io has it for every system), or say in the settings where the program is; then start it again.',
  retryable: true,
})

export const serverEndedFault = (wasRunning: boolean, code: number | null, signal: string | null): Fault => ({
  code: 'server_failed',
  message: `The LiveKit server ${wasRunning ? 'ended by itself' : 'ended before it was ready'}${
    signal === null ? (code === null ? '' : ` with code ${code}`) : `, by ${signal}`
  }.`,
  remedy: wasRunning
    ? 'Start it again; the conversation has gone on in this window.'
    : 'Start it again; if that does not help, try the program in a terminal and see what it says.',
  retryable: true,
})

export const serverSilentFault = (seconds: number): Fault => ({
  code: 'server_failed',
  message: `The LiveKit server did not answer within ${seconds} seconds.`,
  remedy: 'Start it again; if that does not help, check in the settings that the program is livekit-server.',
  retryable: true,
})

export const noNetworkFault: Fault = {
  code: 'server_failed',
  message: 'This computer is in no network that phones could reach it by.',
  remedy: 'Connect it to one, or start the server for this computer alone.',
  retryable: true,
}
