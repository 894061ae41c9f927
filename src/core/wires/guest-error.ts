// What a guest learns of a fault. An unexpected one may contain paths, addresses or internal names, which stay in the log of
// this computer.
import type { Fault } from '../../shared/errors.ts'

export const UNEXPECTED_ERROR = 'Something failed unexpectedly. Try again.'

export const guestMessage = ({ code, message, remedy }: Fault): string =>
  code === 'internal' ? UNEXPECTED_ERROR : `${message} ${remedy}`.trim()
