// What there is to sign with. A workflow hands on a secret that nobody set as an empty text, and electron-builder takes even
// that for a certificate.
import type { Target } from './parts.ts'

type Environment = Record<string, string | undefined>

const SIGNING = /^(?:WIN_)?CSC_|^APPLE_/

/** What electron-builder reads has no empty certificates, keys or passwords in it any more. */
export function forgetEmptySecrets(env: Environment): void {
  for (const [name, value] of Object.entries(env))
    if (SIGNING.test(name) && value?.trim() === '') Reflect.deleteProperty(env, name)
}

export const isMacSigned = (env: Readonly<Environment>): boolean => Boolean(env['CSC_LINK'])

/** What the app is told of itself. A Mac lets nothing replace itself that is not signed. */
export function buildFor(
  { platform }: Target,
  isRelease: boolean,
  env: Readonly<Environment>,
): 'test' | 'release' | 'unsigned' {
  if (!isRelease) return 'test'
  return platform === 'darwin' && !isMacSigned(env) ? 'unsigned' : 'release'
}
