// The key as a request may carry it. Everything that sends one takes it from here.
import { FaultError } from '../../../shared/errors.ts'
import type { ModelAddress } from './address.ts'

/** Throws a fault for a key that must not or cannot be sent. */
export function keyToSend({ isPrivate, place }: ModelAddress, key: string | null): string | null {
  if (key === null) return null
  if (!isPrivate)
    throw new FaultError(
      'model_unencrypted',
      `Parley does not send the key to ${place}: the connection is not encrypted.`,
      'Use an address that begins with https://, or delete the key in the settings.',
    )
  // A header holds nothing else, and the error of the system would show the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new FaultError(
      'model_key',
      'The key has a space, a line break or a letter that no key has.',
      'Copy it again and enter it as it is.',
    )
  return key
}
