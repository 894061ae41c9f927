// A brain on the real gateway, in its own folder, that records all of its events in order.
import { randomUUID } from 'node:crypto'
import { afterEach, describe, inject } from 'vitest'
import type { BrainEvent } from '../../../src/core/ports/brain.ts'
import { brainOn } from '../../fakes/openclaw-brain.ts'
import { createTempFolder, type TempFolder } from '../../temp-folder.ts'
import type { Peer } from './peer.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export function thePeer(): Peer {
  const peer = inject('peer')
  if ('absent' in peer) throw new Error(peer.absent)
  return peer
}

/** Skips the tests with the reason if there is no gateway, or fails them with PARLEY_DEMAND_ALL. */
export function describeOnPeer(name: string, tests: () => void): void {
  const peer = inject('peer')
  const absent = 'absent' in peer ? peer.absent : null
  if (absent === null || process.env['PARLEY_DEMAND_ALL'] === '1') return void describe(name, tests)
  process.stderr.write(`SKIPPED: ${name}. ${absent}\n`)
  describe.skip(`${name} (${absent})`, tests)
}

export interface OnPeerOptions {
  files?: Record<string, string>
  folder?: TempFolder
  secrets?: Map<string, string>
  token?: string | null
  port?: number
}

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close()
})

/** A proxy to the gateway whose connections can be cut. It is closed after the test. */
export async function proxyToPeer(): Promise<TcpProxy> {
  const proxy = await startTcpProxy(thePeer().port)
  cleanups.push(proxy.close)
  return proxy
}

/** Creates a brain, which is closed after the test. */
export function brainOnPeer(options: OnPeerOptions = {}) {
  const peer = thePeer()
  const folder =
    options.folder ?? createTempFolder(options.files ?? { 'hello.txt': 'hello world\nTODO greet\n' })
  const secrets = options.secrets ?? new Map<string, string>()
  const problems: string[] = []
  const on = brainOn(options.port ?? peer.port, {
    token: () => (options.token === undefined ? peer.token : options.token),
    secrets: {
      get: (name) => secrets.get(name) ?? null,
      set: (name, value) => void (value === null ? secrets.delete(name) : secrets.set(name, value)),
    },
    folder: folder.path,
    folderName: 'test',
    session: folder.path.replaceAll(/\W/g, '').toLowerCase(),
    random: Math.random,
    onError: (what, error) => problems.push(`${what}: ${String(error)}`),
  })
  cleanups.push(async () => {
    await on.brain.close()
    if (!options.folder) folder.remove()
  })
  return {
    ...on,
    folder,
    secrets,
    problems,
    /** Asks, and returns Parley's run id. */
    ask(text: string): string {
      const runId = randomUUID()
      on.brain.ask({ runId, text })
      return runId
    },
    /** The first matching event of this type, past or future. */
    until: async <T extends BrainEvent['type']>(
      type: T,
      fits: (event: Extract<BrainEvent, { type: T }>) => boolean = () => true,
    ) => {
      type Wanted = Extract<BrainEvent, { type: T }>
      return (await on.event((event) => event.type === type && fits(event as Wanted))) as Wanted
    },
  }
}

export type OnPeer = ReturnType<typeof brainOnPeer>
