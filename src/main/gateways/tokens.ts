// The tokens that open the gateway: the one from the environment, and one for each device that was paired here.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../core/parse-json.ts'
import { FaultError } from '../../shared/errors.ts'

const PAIRED = 'gateway.paired'
/** Nobody has more devices. */
const MOST_PAIRED = 20

const token = z.string().min(1).max(200)
/** Those of devices that came; and in an object the one of the last code, while no device has come with it. */
const stored = z.array(z.union([token, z.object({ unused: token })])).max(MOST_PAIRED + 1)

interface Deps {
  secrets: {
    get(name: string): string | null
    set(name: string, value: string | null): void
    written(): Promise<void>
  }
  fromEnvironment: string | null
  /** Compares in constant time. */
  sameSecret(given: string, expected: string): boolean
  onError(what: string, error: unknown): void
}

export interface Tokens {
  /** How many devices have come with a token that was made for them. */
  paired(): number
  /** Whether no device has come yet with the last one that was made. */
  codeWaits(): boolean
  /** Whether there is any. */
  some(): boolean
  isToken(given: string): boolean
  /** A token for another device, in place of one that no device has come with. Throws a FaultError where there are too many. */
  add(): Promise<string>
  forget(): Promise<void>
}

export function createTokens({ secrets, fromEnvironment, sameSecret, onError }: Deps): Tokens {
  const kept = stored.safeParse(parseJson(secrets.get(PAIRED) ?? ''))
  let used = kept.success ? kept.data.filter((one) => typeof one === 'string') : []
  let unused = kept.success ? (kept.data.find((one) => typeof one !== 'string')?.unused ?? null) : null

  async function keep(): Promise<void> {
    const all = [...used, ...(unused === null ? [] : [{ unused }])]
    secrets.set(PAIRED, all.length === 0 ? null : JSON.stringify(all))
    await secrets.written()
  }

  /** A device has come with the last code: from here on it is one that may come back. */
  function use(taken: string): void {
    used = [...used, taken]
    unused = null
    keep().catch((error: unknown) => onError('a paired device could not be remembered', error))
  }

  const ofDevices = (): string[] => (unused === null ? used : [...used, unused])
  const all = (): string[] => (fromEnvironment === null ? ofDevices() : [fromEnvironment, ...ofDevices()])
  return {
    paired: () => used.length,
    codeWaits: () => unused !== null,
    some: () => all().length > 0,
    isToken(given) {
      // Each is looked at, so that the time tells nothing about which it was.
      const same = all().filter((one) => sameSecret(given, one))
      if (unused !== null && same.includes(unused)) use(unused)
      return same.length > 0
    },
    async add() {
      if (used.length >= MOST_PAIRED) {
        throw new FaultError(
          'bad_request',
          `${MOST_PAIRED} devices are paired already, and there can be no more.`,
          'Forget the paired devices, then pair those that you still use.',
        )
      }
      const made = randomBytes(24).toString('base64url')
      unused = made
      await keep()
      return made
    },
    async forget() {
      used = []
      unused = null
      await keep()
    },
  }
}
