// Tokens and keys: sealed by the system's keychain where there is one, in memory alone where there is not, and in a file
// that only its owner can read where somebody asked for that. Never among the settings, never in a log, never in a page.
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from './json-file.ts'

/** The system's keychain, as Electron offers it. */
export interface Keychain {
  isAvailable(): boolean
  seal(text: string): string
  /** Throws for what this keychain did not seal. */
  unseal(sealed: string): string
}

export type KeptIn = 'keychain' | 'file' | 'memory'

export interface SecretStore {
  get(name: string): string | null
  /** Null forgets it. In force at once; kept as soon as it is written. */
  set(name: string, value: string | null): void
  /** Where what is set now is kept. */
  keptIn(): KeptIn
  /** Resolves when everything is written. */
  written(): Promise<void>
}

interface Deps {
  profile: string
  keychain: Keychain | null
  /** The person asked for a file. */
  useFile: boolean
  onError(error: unknown): void
}

const stored = z.object({ how: z.enum(['sealed', 'plain']), secrets: z.record(z.string(), z.string()) })

export async function openSecrets({ profile, keychain, useFile, onError }: Deps): Promise<SecretStore> {
  const path = join(profile, 'secrets.json')
  const keptIn: KeptIn = keychain?.isAvailable() ? 'keychain' : useFile ? 'file' : 'memory'
  const values = new Map<string, string>()
  const kept = await readJson(path, stored)
  const isPlain = kept?.how === 'plain'
  for (const [name, text] of Object.entries(kept?.secrets ?? {})) {
    if (isPlain ? keptIn === 'memory' : keptIn !== 'keychain') continue
    try {
      values.set(name, isPlain ? text : keychain!.unseal(text))
    } catch (error) {
      // Sealed by another account or another machine: it is set anew.
      onError(error)
    }
  }

  let writing = Promise.resolve()
  function write(): void {
    if (keptIn === 'memory') return
    writing = writing
      .then(async () => {
        const entries = [...values].map(([name, value]) => [
          name,
          keptIn === 'keychain' ? keychain!.seal(value) : value,
        ])
        const how = keptIn === 'keychain' ? 'sealed' : 'plain'
        await writeJson(path, { how, secrets: Object.fromEntries(entries) as Record<string, string> })
        await chmod(path, 0o600)
      })
      .catch(onError)
  }

  // A file that nobody asks for any more is not left lying about: the keychain takes over what is in it, or it goes.
  if (isPlain && keptIn === 'keychain') write()
  if (isPlain && keptIn === 'memory') writing = rm(path, { force: true }).catch(onError)

  return {
    get: (name) => values.get(name) ?? null,
    set(name, value) {
      if (value === (values.get(name) ?? null)) return
      if (value === null) values.delete(name)
      else values.set(name, value)
      write()
    },
    keptIn: () => keptIn,
    written: () => writing,
  }
}
