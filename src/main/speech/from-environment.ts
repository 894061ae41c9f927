// What speech takes from the environment: keys of services, and where to download packages.
import type { SpeechService } from '../../shared/ipc.ts'

/** Set by the build: the registry that this app's own packages came from. */
declare const PARLEY_PACKAGE_SOURCE: string | undefined

export function packageSource(environment: NodeJS.ProcessEnv): string | null {
  const built = typeof PARLEY_PACKAGE_SOURCE === 'string' ? PARLEY_PACKAGE_SOURCE : ''
  return environment['PARLEY_VOICE_SOURCE'] || built || null
}

export const speechKeys = (environment: NodeJS.ProcessEnv): Record<SpeechService, string | null> => ({
  recognizer: environment['PARLEY_RECOGNIZER_KEY'] || environment['PARLEY_EARS_KEY'] || null,
  voice: environment['PARLEY_VOICE_KEY'] || null,
})
