// Runs once before all peer tests: starts the gateway, or records why there is none.
import type { TestProject } from 'vitest/node'
import { startPeer, type Peer } from './peer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    peer: Peer | { absent: string }
  }
}

// oxlint-disable-next-line import/no-default-export -- Vitest requires one
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['PARLEY_TEST_PEER']
  if (running) {
    project.provide('peer', JSON.parse(running) as Peer)
    return async () => {}
  }
  const started = await startPeer()
  if (started.tag === 'absent') {
    project.provide('peer', { absent: started.reason })
    return async () => {}
  }
  project.provide('peer', started.peer)
  return started.stop
}
