// A brain on a fake gateway.
import { randomUUID } from 'node:crypto'
import type { BrainEvent } from '../../src/core/ports/brain.ts'
import { addressOf } from '../../src/main/brains/openclaw/address.ts'
import { createOpenClawBrain, type OpenClawBrainDeps } from '../../src/main/brains/openclaw/openclaw-brain.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import type { BrainStatus } from '../../src/shared/brain-status.ts'

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
  const events: BrainEvent[] = []
  const statuses: BrainStatus[] = [brain.status()]
  const waiting = new Set<() => void>()
  const look = (): void => waiting.forEach((check) => check())
  brain.onEvent((event) => {
    events.push(event)
    look()
  })
  brain.onStatus((status) => {
    statuses.push(status)
    look()
  })
  const find = <T>(get: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = get()
        if (found === undefined) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })
  return {
    brain,
    events,
    statuses,
    kept,
    /** The first status that matches, earlier or later. */
    status: (fits: (status: BrainStatus) => boolean) => find(() => statuses.find(fits)),
    event: (fits: (event: BrainEvent) => boolean) => find(() => events.find(fits)),
    ready: () => find(() => (brain.status().state === 'ready' ? true : undefined)),
    over: (runId: string) =>
      find(() => events.find((event) => event.runId === runId && /^run\.(?:ended|failed)$/.test(event.type))),
    said: (runId: string) =>
      events.reduce(
        (text, event) =>
          event.runId !== runId
            ? text
            : event.type === 'text.appended'
              ? text + event.delta
              : event.type === 'text.replaced'
                ? event.text
                : text,
        '',
      ),
  }
}
