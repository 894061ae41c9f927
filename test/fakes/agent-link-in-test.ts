// A link to a real process of the raw agent, with all it reports in the order in which it reports it.
import { fileURLToPath } from 'node:url'
import type { SessionNotification } from '@agentclientprotocol/sdk'
import type { BrainStatus } from '../../src/shared/brain-status.ts'
import type { Fault } from '../../src/shared/errors.ts'
import type { AgentLink, AgentServices, AgentSession } from '../../src/main/brains/acp/agent-link.ts'
import { openAgentLink, type AgentLinkDeps } from '../../src/main/brains/acp/open-link.ts'
import type { BrainStorage } from '../../src/main/brains/brain-definition.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import type { RawAgent } from './raw-acp-agent.ts'

export type Reported =
  | { tag: 'status'; part: Partial<BrainStatus> }
  | { tag: 'session'; session: AgentSession }
  | { tag: 'lost'; fault: Fault; isFinal: boolean }
  | { tag: 'update'; text: string; kind: string }
  | { tag: 'notice'; text: string }
  | { tag: 'error'; what: string; error: unknown }

export interface LinkInTest {
  link: AgentLink
  reported: Reported[]
  /** The first report of this kind that passes, whether it came already or comes later. */
  until<T extends Reported['tag']>(
    tag: T,
    passes?: (report: Extract<Reported, { tag: T }>) => boolean,
  ): Promise<Extract<Reported, { tag: T }>>
  session(): Promise<AgentSession>
  texts(): string[]
}

export const rawAgentCommand = (script: RawAgent): string =>
  [process.execPath, fileURLToPath(new URL('raw-acp-agent.ts', import.meta.url)), JSON.stringify(script)]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(' ')

export function memoryStorage(): BrainStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => Promise.resolve(values.get(key) ?? null),
    set(key, value) {
      if (value === null) values.delete(key)
      else values.set(key, value)
      return Promise.resolve()
    },
  }
}

export const refusingServices: AgentServices = {
  requestPermission: () => Promise.resolve({ outcome: { outcome: 'cancelled' } }),
  readTextFile: () => Promise.reject(new Error('no files here')),
  writeTextFile: () => Promise.reject(new Error('no files here')),
  terminals: {
    create: () => Promise.reject(new Error('no terminals here')),
    output: () => ({ output: '', truncated: false }),
    waitForExit: () => Promise.resolve({}),
    kill() {},
    release() {},
    close: () => Promise.resolve(),
  },
  mcpServers: () => Promise.resolve([]),
}

type Overrides = Partial<Omit<AgentLinkDeps, 'settings'>> & {
  folder: string
  settings?: Partial<ReturnType<AgentLinkDeps['settings']>>
}

export function linkInTest(script: RawAgent, { settings, ...overrides }: Overrides): LinkInTest {
  const reported: Reported[] = []
  const listeners = new Set<() => void>()
  const report = (one: Reported): void => {
    reported.push(one)
    for (const listener of listeners) listener()
  }
  const link = openAgentLink({
    settings: () => ({
      acpAgent: 'custom',
      acpCommand: rawAgentCommand(script),
      acpEnvironment: '',
      ...settings,
    }),
    conversation: 'conversation',
    version: '0.0.0',
    storage: memoryStorage(),
    services: refusingServices,
    events: {
      onStatus: (part) => report({ tag: 'status', part }),
      onSession: (session) => report({ tag: 'session', session }),
      onLost: (fault, isFinal) => report({ tag: 'lost', fault, isFinal }),
      onUpdate: ({ update }: SessionNotification) =>
        report({
          tag: 'update',
          kind: update.sessionUpdate,
          text: 'content' in update && 'text' in Object(update.content) ? textOf(update.content) : '',
        }),
      onNotice: (text) => report({ tag: 'notice', text }),
    },
    clock: systemClock,
    random: () => 0,
    onError: (what, error) => report({ tag: 'error', what, error }),
    ...overrides,
    limits: { pauses: { firstMs: 1, longestMs: 4 }, ...overrides.limits },
  })

  const until: LinkInTest['until'] = (tag, passes = () => true) =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = reported.find(
          (one): one is Extract<Reported, { tag: typeof tag }> =>
            one.tag === tag && passes(one as Extract<Reported, { tag: typeof tag }>),
        )
        if (!found) return
        listeners.delete(check)
        resolve(found)
      }
      listeners.add(check)
      check()
    })

  return {
    link,
    reported,
    until,
    async session() {
      link.connect()
      return (await until('session')).session
    },
    texts: () => reported.flatMap((one) => (one.tag === 'update' ? [one.text] : [])),
  }
}

const textOf = (content: unknown): string => (content as { text: string }).text
