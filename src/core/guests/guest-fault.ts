// What a guest is told of a fault. One that nobody foresaw carries the words of whatever was thrown: paths, addresses, names
// of things inside. Those are for the log of this computer and not for a device somewhere in the network.
import type { Fault } from '../../shared/errors.ts'

export const UNFORESEEN = 'Something failed that nobody foresaw. Try again.'

export const sentenceForGuest = ({ code, message, remedy }: Fault): string =>
  code === 'internal' ? UNFORESEEN : `${message} ${remedy}`.trim()
