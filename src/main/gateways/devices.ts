// Who may connect: each paired device has its own token, and the owner's own clients share one, from the environment or
// from the profile. Approvals and sessions are bound to a device.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { FaultError } from '../../shared/errors.ts'
import type { KnownDevice } from '../../shared/gateway-status.ts'
import type { GatewayWire } from '../../shared/wire/gateway.ts'
import { gatewayWireOf, guestWires, type GuestWire } from '../../shared/wire/registry.ts'
import {
  MAX_PAIRED,
  newDeviceId,
  readStoredDevices,
  STORED_AS,
  type StoredDevice,
  type StoredDevices,
} from './stored-devices.ts'
import type { GuestDevice } from './wire-server.ts'

/** Parley stores that a device was seen at most this often. */
const SEEN_EVERY_MS = 60_000

type SharedToken = keyof StoredDevices['approving']

const SHARED_NAMES: Record<SharedToken, string> = { local: 'This computer', environment: 'GATEWAY_TOKEN' }

/** The device behind a token. */
export interface Bearer extends GuestDevice {
  /** A person chose the token, so it can be guessed. */
  readonly isGuessable: boolean
  mayApprove(): boolean
  /** The device has connected. */
  markSeen(wire: GatewayWire, agent: string | null): void
}

export interface Devices {
  list(): KnownDevice[]
  /** Whether a pairing code waits for its device. */
  codeWaits(): boolean
  /** The device with this token, or null. */
  find(given: string): Bearer | null
  /** Sets the token that the owner's own clients share. */
  share(kind: SharedToken, token: string): void
  /** Makes a token for another device. It replaces an unused one. Throws a FaultError when too many are paired. */
  add(wire: GuestWire): Promise<string>
  set(id: string, change: { name?: string; mayApprove?: boolean }): Promise<void>
  forget(id: string): Promise<void>
  forgetAll(): Promise<void>
}

interface Deps {
  secrets: {
    get(name: string): string | null
    set(name: string, value: string | null): void
    written(): Promise<void>
  }
  now(): number
  onError(what: string, error: unknown): void
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const newToken = (): string => randomBytes(24).toString('base64url')

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Mac', /Macintosh|Mac OS X/],
  ['Windows', /Windows/],
  ['Linux', /Linux/],
] as const

/** A newly paired device's name: its kind, and the system that its User-Agent names. */
export function deviceName(kind: string, agent: string | null, taken: readonly string[]): string {
  const system = systems.find(([, pattern]) => pattern.test(agent ?? ''))?.[0]
  const name = system === undefined ? kind : `${kind} on ${system}`
  if (!taken.includes(name)) return name
  let count = 2
  while (taken.includes(`${name} ${count}`)) count++
  return `${name} ${count}`
}

export function createDevices({ secrets, now, onError }: Deps): Devices {
  let { devices, code, approving } = readStoredDevices(secrets.get(STORED_AS))
  let shared: { kind: SharedToken; token: string; lastSeen: number | null } | null = null

  async function store(): Promise<void> {
    const isEmpty = devices.length === 0 && code === null && !approving.local && !approving.environment
    const next: StoredDevices = { devices, code, approving }
    secrets.set(STORED_AS, isEmpty ? null : JSON.stringify(next))
    await secrets.written()
  }
  const storeLater = (): void =>
    void store().catch((error: unknown) => onError('a paired device could not be stored', error))

  const change = (id: string, part: Partial<StoredDevice>): void =>
    void (devices = devices.map((one) => (one.id === id ? { ...one, ...part } : one)))

  /** The first connection with the pairing code turns it into a paired device. */
  function markSeen(id: string, wire: GatewayWire, agent: string | null): void {
    const at = now()
    if (code?.id === id) {
      const { token } = code
      const taken = devices.map((one) => one.name)
      const name = deviceName(wire.device, agent, taken)
      const known = guestWires.find((one) => one === wire.id) ?? null
      const times = { pairedAt: at, lastSeen: at }
      devices = [...devices, { id, name, wire: known, ...times, mayApprove: false, token }]
      code = null
      return storeLater()
    }
    const known = devices.find((one) => one.id === id)
    if (!known) return
    change(id, { lastSeen: at })
    if (at - (known.lastSeen ?? 0) >= SEEN_EVERY_MS) storeLater()
  }

  const mayApprove = (id: string): boolean => devices.find((one) => one.id === id)?.mayApprove ?? false

  function bearers(): { token: string; bearer: Bearer }[] {
    const own = (id: string, name: string): Bearer => ({
      id,
      // A device gets its name with its first connection.
      get name() {
        return devices.find((one) => one.id === id)?.name ?? name
      },
      isShared: false,
      isGuessable: false,
      mayApprove: () => mayApprove(id),
      markSeen: (wire, agent) => markSeen(id, wire, agent),
    })
    const all = devices.map(({ id, name, token }) => ({ token, bearer: own(id, name) }))
    if (code) all.push({ token: code.token, bearer: own(code.id, gatewayWireOf(code.wire).device) })
    if (shared) all.push({ token: shared.token, bearer: sharedBearer(shared) })
    return all
  }

  function sharedBearer(holder: NonNullable<typeof shared>): Bearer {
    const { kind } = holder
    return {
      id: kind,
      name: SHARED_NAMES[kind],
      isShared: true,
      isGuessable: kind === 'environment',
      mayApprove: () => approving[kind],
      markSeen: () => void (holder.lastSeen = now()),
    }
  }

  return {
    list() {
      // Without the token: the list goes to the window.
      const known = devices.map((stored): KnownDevice => {
        const { token: _, ...device } = stored
        return { ...device, kind: 'paired' }
      })
      if (!shared) return known
      const { kind, lastSeen } = shared
      const name = SHARED_NAMES[kind]
      return [
        { id: kind, name, kind, wire: null, pairedAt: null, lastSeen, mayApprove: approving[kind] },
        ...known,
      ]
    },
    codeWaits: () => code !== null,
    find(given) {
      const digest = digestOf(given)
      let found: Bearer | null = null
      // Compares each token in constant time, so that the duration says nothing about which one matches.
      for (const { token, bearer } of bearers()) if (timingSafeEqual(digest, digestOf(token))) found = bearer
      return found
    },
    share: (kind, token) => void (shared = { kind, token, lastSeen: null }),
    async add(wire) {
      if (devices.length >= MAX_PAIRED) {
        throw new FaultError(
          'bad_request',
          `${MAX_PAIRED} devices are paired, which is the maximum.`,
          'Forget a device that you no longer use, then pair this one.',
        )
      }
      const token = newToken()
      code = { id: newDeviceId(), wire, token }
      await store()
      return token
    },
    async set(id, { name, mayApprove: may }) {
      if (id === 'local' || id === 'environment') {
        if (may !== undefined) approving = { ...approving, [id]: may }
      } else if (devices.some((one) => one.id === id)) {
        change(id, { ...(name !== undefined && { name }), ...(may !== undefined && { mayApprove: may }) })
      } else {
        throw new FaultError('bad_request', 'This device is no longer paired.', 'Pair it again.')
      }
      await store()
    },
    async forget(id) {
      devices = devices.filter((one) => one.id !== id)
      await store()
    },
    async forgetAll() {
      devices = []
      code = null
      await store()
    },
  }
}
