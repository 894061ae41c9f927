// The key by which a gateway knows this device again: made once, kept as a secret, never sent. Only its public half is.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { DeviceIdentity } from '@openclaw/gateway-client'
import { DEVICE_KEY, type Secrets } from './secrets.ts'

export function deviceIdentity(secrets: Secrets): DeviceIdentity {
  const kept = secrets.get(DEVICE_KEY)
  const known = kept === null ? null : identityOf(kept)
  if (known) return known
  const { privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  secrets.set(DEVICE_KEY, privateKey)
  return identityOf(privateKey)!
}

/** Null for what is no such key any more; then a new one is made. */
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

/** The last 32 bytes of its encoding are the key itself. */
export const rawPublicKey = (publicKeyPem: string): Buffer =>
  createPublicKey(publicKeyPem).export({ type: 'spki', format: 'der' }).subarray(-32)

export const signPayload = (privateKeyPem: string, payload: string): string =>
  sign(null, Buffer.from(payload, 'utf8'), privateKeyPem).toString('base64url')
