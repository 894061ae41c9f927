// The key by which a gateway recognizes this device: created once, stored as a secret. Only its public half is sent.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { DeviceIdentity } from '@openclaw/gateway-client'
import type { Secrets } from '../brain-definition.ts'

const DEVICE_KEY = 'openclaw.device-key'
/** The name of the token that one gateway gave this device. */
export const deviceTokenName = (place: string): string => `openclaw.device-token ${place}`

export function deviceIdentity(secrets: Secrets): DeviceIdentity {
  const stored = secrets.get(DEVICE_KEY)
  const known = stored === null ? null : identityOf(stored)
  if (known) return known
  const { privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  secrets.set(DEVICE_KEY, privateKey)
  return identityOf(privateKey)!
}

/** Null if the stored text is not such a key; a new one is created then. */
function identityOf(privateKeyPem: string): DeviceIdentity | null {
  try {
    const privateKey = createPrivateKey(privateKeyPem)
    if (privateKey.asymmetricKeyType !== 'ed25519') return null
    const publicKeyPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
    return {
      deviceId: createHash('sha256').update(rawPublicKey(publicKeyPem)).digest('hex'),
      privateKeyPem,
      publicKeyPem,
    }
  } catch {
    return null
  }
}

/** The key is the last 32 bytes of its encoding. */
export const rawPublicKey = (publicKeyPem: string): Buffer =>
  createPublicKey(publicKeyPem).export({ type: 'spki', format: 'der' }).subarray(-32)

export const signPayload = (privateKeyPem: string, payload: string): string =>
  sign(null, Buffer.from(payload, 'utf8'), privateKeyPem).toString('base64url')
