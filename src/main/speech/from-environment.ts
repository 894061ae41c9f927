// What speech needs from outside: keys of services, and where packages that are fetched later can be had.
import type { SpeechService } from '../../shared/ipc.ts'

/** Put in by the build: where this app's own packages came from. */
declare const PARLEY_PACKAGE_SOURCE: string | undefined

export function packageSource(environment: NodeJS.ProcessEnv): string | null {
  const built = typeof PARLEY_PACKAGE_SOURCE === 'string' ? PARLEY_PACKAGE_SOURCE : ''
  return environment['PARLEY_VOICE_SOURCE'] || built || null
}

export const speechKeys = (environment: NodeJS.ProcessEnv): Record<SpeechService, string | null> => ({
  ears: environment['PARLEY_EARS_KEY'] || null,
  voice: environment['PARLEY_VOICE_KEY'] || null,
})
