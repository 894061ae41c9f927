// Paired devices as the profile stores them.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../base/parse-json.ts'
import { MAX_DEVICE_NAME } from '../../shared/gateway-status.ts'
import { guestWires } from '../../shared/wire/registry.ts'

export const STORED_AS = 'gateway.paired'
export const MAX_PAIRED = 20

const token = z.string().min(1).max(200)
const time = z.number().nonnegative()
const paired = z.object({
  id: z.string().min(1).max(128),
  name: z.string().min(1).max(MAX_DEVICE_NAME),
  wire: z.enum(guestWires).nullable(),
  pairedAt: time.nullable(),
  lastSeen: time.nullable(),
  mayApprove: z.boolean(),
  token,
})
const pending = z.object({ id: z.string().min(1).max(128), wire: z.enum(guestWires), token })
const stored = z.object({
  devices: z.array(paired).max(MAX_PAIRED),
  /** The last pairing code, until a device connects with it. */
  code: pending.nullable(),
  /** Which of the shared tokens may approve. */
  approving: z.object({ local: z.boolean(), environment: z.boolean() }),
})
/** The format before devices had names: their tokens, and the unused code in an object. */
const bareTokens = z.array(z.union([token, z.object({ unused: token })])).max(MAX_PAIRED + 1)

export type StoredDevices = z.infer<typeof stored>
export type StoredDevice = StoredDevices['devices'][number]

export const newDeviceId = (): string => randomBytes(9).toString('base64url')

export function readStoredDevices(text: string | null): StoredDevices {
  const empty: StoredDevices = { devices: [], code: null, approving: { local: false, environment: false } }
  const value = parseJson(text ?? '')
  const current = stored.safeParse(value)
  if (current.success) return current.data
  const bare = bareTokens.safeParse(value)
  if (!bare.success) return empty
  const used = bare.data.filter((one) => typeof one === 'string').slice(0, MAX_PAIRED)
  const unused = bare.data.find((one) => typeof one !== 'string')?.unused
  return {
    ...empty,
    devices: used.map((its, at) => ({
      id: newDeviceId(),
      name: `Device ${at + 1}`,
      wire: null,
      pairedAt: null,
      lastSeen: null,
      mayApprove: false,
      token: its,
    })),
    // The old format does not say which wire a code is for. The device that connects with it does.
    code: unused === undefined ? null : { id: newDeviceId(), wire: 'g2', token: unused },
  }
}
