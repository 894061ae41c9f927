// Reads the token that Parley stores for clients of the same user. Only a gateway on this computer gets it.
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isLoopback } from '../base/host-address.ts'
import { defaultProfile } from '../core/app/profile-folder.ts'
import { isGeneratedToken, TOKEN_FILE } from '../shared/wire/gateway.ts'

const MAX_BYTES = 256

/** Null if there is none, or the gateway is on another computer. */
export async function ownToken(gateway: URL, profile: string | null): Promise<string | null> {
  if (!isLoopback(gateway.hostname)) return null
  const defaultFolder = (): string =>
    defaultProfile({ platform: process.platform, env: process.env, home: homedir(), join })
  try {
    const path = join(profile ?? defaultFolder(), TOKEN_FILE)
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0)
      const text = buffer.toString('utf8', 0, bytesRead).trim()
      return isGeneratedToken(text) ? text : null
    } finally {
      await file.close()
    }
  } catch {
    // Without a readable profile, the gateway will say that it needs a token.
    return null
  }
}
