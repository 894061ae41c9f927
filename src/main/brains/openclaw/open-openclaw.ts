// Everything about OpenClaw that the app has: where its gateway is, the token for it, a brain for each conversation, and
// what a window may ask about them.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../core/ports.ts'
import type { IpcRequests, TokenState } from '../../../shared/ipc.ts'
import { addressOf, type Address } from './address.ts'
import { testConnection } from './connection-test.ts'
import { findGateway } from './find-gateway.ts'
import { createOpenClawBrain, type OpenClawBrain, type OpenClawBrainDeps } from './openclaw-brain.ts'
import { TOKEN, type Secrets } from './secrets.ts'

interface Deps {
  settings(): { openclawHost: string; openclawPort: number }
  secrets: Secrets & { written(): Promise<void> }
  tokenFromEnvironment: string | null
  tokenState(name: string, fromEnvironment: string | null): TokenState
  /** Parley's own. */
  version: string
  clock: Clock
  /** There is another token, so it is worth trying again. */
  onToken(): void
  onError(what: string, error: unknown): void
}

type Asked = 'openclaw.token' | 'openclaw.token.set' | 'openclaw.find' | 'openclaw.test'

type Handlers = {
  [K in Asked]: (input: IpcRequests[K]['in']) => Promise<IpcRequests[K]['out']> | IpcRequests[K]['out']
}

export interface OpenClaw {
  brain(about: Pick<OpenClawBrainDeps, 'folder' | 'folderName' | 'session'>): OpenClawBrain
  handlers: Handlers
}

export function openOpenClaw(deps: Deps): OpenClaw {
  const { secrets, version, clock, onError } = deps
  // What was set here wins over the environment, as with every setting.
  const token = (): string | null => secrets.get(TOKEN) ?? deps.tokenFromEnvironment
  const tokenState = (): TokenState => deps.tokenState(TOKEN, deps.tokenFromEnvironment)
  const address = (): Address => {
    const { openclawHost, openclawPort } = deps.settings()
    return addressOf(openclawHost, openclawPort)
  }
  return {
    brain: (about) =>
      createOpenClawBrain({
        ...about,
        address,
        token,
        secrets,
        version,
        clock,
        random: Math.random,
        newId: randomUUID,
        onError,
      }),
    handlers: {
      'openclaw.token': tokenState,
      'openclaw.token.set': async ({ token: given }) => {
        secrets.set(TOKEN, given)
        await secrets.written()
        deps.onToken()
        return tokenState()
      },
      'openclaw.find': async () => {
        const { isLocal, place } = address()
        // It is looked for unasked, so on this machine alone.
        return { found: isLocal && (await findGateway(address())), place }
      },
      'openclaw.test': () => testConnection({ address: address(), token: token(), secrets, version, clock }),
    },
  }
}
