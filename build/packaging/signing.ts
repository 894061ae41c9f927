// The keys to sign with. A workflow passes a secret that is not set as an empty text, which electron-builder would take for a
// certificate.
import type { Target } from './parts.ts'

type Environment = Record<string, string | undefined>

const SIGNING = /^(?:WIN_)?CSC_|^APPLE_/

/** Removes empty certificates, keys and passwords from the environment. */
export function forgetEmptySecrets(env: Environment): void {
  for (const [name, value] of Object.entries(env))
    if (SIGNING.test(name) && value?.trim() === '') Reflect.deleteProperty(env, name)
}

export const isMacSigned = (env: Readonly<Environment>): boolean => Boolean(env['CSC_LINK'])

/** The kind of build, for the manifest. macOS does not let an unsigned app replace itself. */
export function buildFor(
  { platform }: Target,
  isRelease: boolean,
  env: Readonly<Environment>,
): 'test' | 'release' | 'unsigned' {
  if (!isRelease) return 'test'
  return platform === 'darwin' && !isMacSigned(env) ? 'unsigned' : 'release'
}
