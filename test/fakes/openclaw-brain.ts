// A brain on a fake gateway.
import { randomUUID } from 'node:crypto'
import { addressOf } from '../../src/main/brains/openclaw/address.ts'
import { createOpenClawBrain, type OpenClawBrainDeps } from '../../src/main/brains/openclaw/openclaw-brain.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import type { BrainStatus } from '../../src/shared/brain-status.ts'
import { recordBrain } from './record-brain.ts'

export function brainOn(port: number, deps: Partial<OpenClawBrainDeps> = {}) {
  const kept = new Map<string, string>()
  const brain = createOpenClawBrain({
    address: () => addressOf('127.0.0.1', port),
    token: () => 'a-token',
    secrets: {
      get: (name) => kept.get(name) ?? null,
      set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    },
    version: '0.0.0-test',
    folder: '/work/harbour',
    folderName: 'harbour',
    session: 'test',
    clock: systemClock,
    random: () => 0,
    newId: randomUUID,
    onError: () => undefined,
    ...deps,
  })
  const recorded = recordBrain(brain)
  return {
    ...recorded,
    kept,
    /** The first status that matches, earlier or later. */
    status: (fits: (status: BrainStatus) => boolean) => recorded.find(() => recorded.statuses.find(fits)),
    ready: () => recorded.find(() => (brain.status().state === 'ready' ? true : undefined)),
  }
}
