// A brain on the real gateway, in a folder of its own, with everything it says kept in order.
import { randomUUID } from 'node:crypto'
import { describe, inject } from 'vitest'
import type { BrainEvent } from '../../../src/core/ports.ts'
import { addressOf } from '../../../src/main/brains/openclaw/address.ts'
import {
  createOpenClawBrain,
  type OpenClawBrain,
  type OpenClawBrainDeps,
} from '../../../src/main/brains/openclaw/openclaw-brain.ts'
import { systemClock } from '../../../src/main/clock.ts'
import { createTempFolder, type TempFolder } from '../../temp-folder.ts'
import type { Peer } from './peer.ts'

export function thePeer(): Peer {
  const peer = inject('peer')
  if ('absent' in peer) throw new Error(peer.absent)
  return peer
}

/** Skips what needs the gateway where it cannot be had, aloud; where everything is demanded, that is a failure. */
export function describeOnPeer(name: string, tests: () => void): void {
  const peer = inject('peer')
  const absent = 'absent' in peer ? peer.absent : null
  if (absent === null || process.env['PARLEY_DEMAND_ALL'] === '1') return void describe(name, tests)
  process.stderr.write(`SKIPPED: ${name}. ${absent}\n`)
  describe.skip(`${name} (${absent})`, tests)
}

export interface OnPeer {
  brain: OpenClawBrain
  folder: TempFolder
  events: BrainEvent[]
  secrets: Map<string, string>
  problems: string[]
  /** Asks, and gives our id of the run. */
  ask(text: string): string
  /** The first event from now on, or already there, that fits. */
  until<T extends BrainEvent['type']>(
    type: T,
    fits?: (event: Extract<BrainEvent, { type: T }>) => boolean,
  ): Promise<Extract<BrainEvent, { type: T }>>
  /** The last event of a run. */
  over(runId: string): Promise<BrainEvent>
  /** All that was said in a run. */
  said(runId: string): string
  ready(): Promise<void>
  close(): Promise<void>
}

export interface OnPeerOptions {
  files?: Record<string, string>
  folder?: TempFolder
  secrets?: Map<string, string>
  token?: string | null
  port?: number
  deps?: Partial<OpenClawBrainDeps>
}

export function brainOnPeer(options: OnPeerOptions = {}): OnPeer {
  const peer = thePeer()
  const folder =
    options.folder ?? createTempFolder(options.files ?? { 'hello.txt': 'hello world\nTODO greet\n' })
  const secrets = options.secrets ?? new Map<string, string>()
  const problems: string[] = []
  const brain = createOpenClawBrain({
    address: () => addressOf('127.0.0.1', options.port ?? peer.port),
    token: () => (options.token === undefined ? peer.token : options.token),
    secrets: {
      get: (name) => secrets.get(name) ?? null,
      set: (name, value) => void (value === null ? secrets.delete(name) : secrets.set(name, value)),
    },
    version: '0.0.0-test',
    folder: folder.path,
    folderName: 'test',
    session: folder.path.replaceAll(/\W/g, '').toLowerCase(),
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    onError: (what, error) => problems.push(`${what}: ${String(error)}`),
    ...options.deps,
  })
  const events: BrainEvent[] = []
  const waiting = new Set<() => void>()
  brain.onEvent((event) => {
    events.push(event)
    for (const look of waiting) look()
  })
  const find = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = look()
        if (found === undefined) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })
  return {
    brain,
    folder,
    events,
    secrets,
    problems,
    ask(text) {
      const runId = randomUUID()
      brain.ask({ runId, text })
      return runId
    },
    until: <T extends BrainEvent['type']>(
      type: T,
      fits: (event: Extract<BrainEvent, { type: T }>) => boolean = () => true,
    ) =>
      find(() =>
        events.find(
          (event): event is Extract<BrainEvent, { type: T }> =>
            event.type === type && fits(event as Extract<BrainEvent, { type: T }>),
        ),
      ),
    over: (runId) =>
      find(() => events.find((event) => event.runId === runId && /^run\.(?:ended|failed)$/.test(event.type))),
    said: (runId) => textOf(events.filter((event) => event.runId === runId)),
    ready: () =>
      new Promise((resolve) => {
        if (brain.status().state === 'ready') return resolve()
        const stop = brain.onStatus(({ state }) => {
          if (state !== 'ready') return
          stop()
          resolve()
        })
      }),
    async close() {
      await brain.close()
      if (!options.folder) folder.remove()
    },
  }
}

/** The reply as a person would have read it in the end. */
export function textOf(events: readonly BrainEvent[]): string {
  let text = ''
  for (const event of events) {
    if (event.type === 'text.appended') text += event.delta
    if (event.type === 'text.replaced') text = event.text
  }
  return text
}
