// The tokens and keys of the app. Each one belongs to an address: one that the user set in the app to the address it was
// entered for, one from the environment to the address that was given beside it. Parley sends it to no other.
import { defaultSettings, type Settings } from '../../shared/settings.ts'
import type { TokenState } from '../../shared/ipc.ts'
import type { BrainDefinition } from '../brains/brain-definition.ts'
import { livekitKeys } from '../rooms/livekit/open-livekit.ts'
import { speechKeys } from '../speech/from-environment.ts'
import { bindSecrets } from '../storage/bound-secrets.ts'
import type { SecretStore } from '../storage/secret-store.ts'

/** The stored names, which are those of the first versions. */
export const speechKeyNames = { recognizer: 'ears.key', voice: 'voice.key' } as const

export interface AppSecrets {
  store: SecretStore
  /** The secret to use now: the one set in the app, or the one from the environment. */
  value(name: string): string | null
  /** The key and secret of the LiveKit server, from the environment. */
  livekitKeys(): { key: string; secret: string } | null
  state(name: string): TokenState
  /** Resolves when it is stored. Null deletes it. */
  set(name: string, value: string | null): Promise<TokenState>
}

interface Deps {
  store: SecretStore
  brains: readonly BrainDefinition[]
  settings(): Settings
  environment: Readonly<Record<string, string | undefined>>
  /** The settings of this start's flags and environment. */
  given: Partial<Settings>
}

interface Source {
  address(settings: Settings): string
  /** Its value in the environment. */
  environment: string | null
}

export function openAppSecrets(deps: Deps): AppSecrets {
  const { settings, environment } = deps
  const speech = speechKeys(environment)
  const livekit = livekitKeys(environment)
  const livekitAddress = ({ livekitUrl }: Settings): string => livekitUrl
  const sources = new Map<string, Source>([
    ...deps.brains.flatMap(({ secret, setup }): [string, Source][] => {
      const variable = setup?.secret?.env
      const value = variable === undefined ? undefined : environment[variable]
      return secret ? [[secret.name, { address: secret.address, environment: value || null }]] : []
    }),
    [
      speechKeyNames.recognizer,
      { address: ({ recognizerUrl }) => recognizerUrl, environment: speech.recognizer },
    ],
    [speechKeyNames.voice, { address: ({ voiceUrl }) => voiceUrl, environment: speech.voice }],
    ['livekit.key', { address: livekitAddress, environment: livekit?.key ?? null }],
    ['livekit.secret', { address: livekitAddress, environment: livekit?.secret ?? null }],
  ])
  const store = bindSecrets({
    secrets: deps.store,
    names: [...sources.keys()],
    addressOf: (name) => sources.get(name)?.address(settings()) ?? null,
  })
  const given = { ...defaultSettings, ...deps.given }

  const isForCurrentAddress = ({ address }: Source): boolean => address(given) === address(settings())
  function fromEnvironment(name: string): string | null {
    const source = sources.get(name)
    return source && isForCurrentAddress(source) ? source.environment : null
  }
  function state(name: string): TokenState {
    const keptIn = store.keptIn()
    if (store.get(name) !== null) return { from: 'set here', keptIn }
    if (fromEnvironment(name) !== null) return { from: 'environment', keptIn }
    const isElsewhere = (sources.get(name)?.environment ?? null) !== null || store.isForAnother(name)
    return { from: isElsewhere ? 'another address' : 'nowhere', keptIn }
  }

  return {
    store,
    value: (name) => store.get(name) ?? fromEnvironment(name),
    livekitKeys: () => (fromEnvironment('livekit.key') === null ? null : livekit),
    state,
    async set(name, value) {
      store.set(name, value)
      await store.written()
      return state(name)
    },
  }
}
