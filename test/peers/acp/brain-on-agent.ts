// Parley's brain with a coding agent, built as the app builds it: from its definition, the settings and a real workspace. It
// records all events in order.
import { randomUUID } from 'node:crypto'
import { createToolbox } from '../../../src/core/tools/toolbox.ts'
import type { BrainEvent } from '../../../src/core/ports/brain.ts'
import { brainDefinitions } from '../../../src/main/app/brains.ts'
import { systemClock } from '../../../src/main/app/clock.ts'
import { openWorkspace } from '../../../src/main/workspace/open-workspace.ts'
import { defaultSettings, type Settings } from '../../../src/shared/settings.ts'

interface Options {
  settings: Partial<Settings>
  folder: string
  /** Whether to record the brain's events. */
  records?: boolean
  /** What the app keeps from one start to the next. */
  kept?: Map<string, string>
}

export type OnAgent = Awaited<ReturnType<typeof brainOnAgent>>

export async function brainOnAgent({ settings, folder, records = true, kept = new Map() }: Options) {
  const definition = brainDefinitions.find(({ id }) => id === 'acp')
  if (!definition) throw new Error('Parley has no brain for coding agents.')
  const problems: string[] = []
  const workspace = await openWorkspace(folder)
  const deps = {
    settings: (): Settings => ({ ...defaultSettings, brain: 'acp', ...settings }),
    secret: () => null,
    secrets: { get: () => null, set: () => undefined },
    storage: {
      get: (key: string) => Promise.resolve(kept.get(key) ?? null),
      set: (key: string, value: string | null) => {
        if (value === null) kept.delete(key)
        else kept.set(key, value)
        return Promise.resolve()
      },
    },
    version: '0.0.0-test',
    clock: systemClock,
    newId: randomUUID,
    onError: (what: string, error: unknown) => void problems.push(`${what}: ${String(error)}`),
  }
  const brain = definition.open(deps).create({
    folder,
    folderName: 'test',
    conversation: 'test',
    tools: createToolbox(workspace, () => true),
  })
  const events: BrainEvent[] = []
  const waiting = new Set<() => void>()
  const look = (): void => waiting.forEach((check) => check())
  if (records)
    brain.onEvent((event) => {
      events.push(event)
      look()
    })
  brain.onStatus(look)
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
  const of = (runId: string): BrainEvent[] => events.filter((event) => event.runId === runId)
  return {
    brain,
    events,
    problems,
    /** Asks, and returns Parley's run id. */
    ask(text: string): string {
      const runId = randomUUID()
      brain.ask({ runId, text })
      return runId
    },
    of,
    /** The first matching event of this run, past or future. Fails when the run ends without one. */
    until: async <T extends BrainEvent['type']>(runId: string, type: T) => {
      const isEnd = ({ type: one }: BrainEvent): boolean => one === 'run.ended' || one === 'run.failed'
      const found = await find(() => of(runId).find((event) => event.type === type || isEnd(event)))
      if (found.type !== type) throw new Error(`no ${type}, but ${JSON.stringify(of(runId))}`)
      return found as Extract<BrainEvent, { type: T }>
    },
    over: (runId: string) =>
      find(() => of(runId).find(({ type }) => type === 'run.ended' || type === 'run.failed')),
    /** Resolves when the brain is ready; fails if the user would have to do something first. */
    async ready(): Promise<void> {
      brain.retry?.()
      const state = await find(() => {
        const { state: now } = brain.status()
        return now === 'ready' || now === 'refused' ? now : undefined
      })
      if (state === 'refused') throw new Error(JSON.stringify(brain.status().fault))
    },
    said: (runId: string) =>
      of(runId).reduce(
        (text, event) =>
          event.type === 'text.appended'
            ? text + event.delta
            : event.type === 'text.replaced'
              ? event.text
              : text,
        '',
      ),
    async close(): Promise<void> {
      await brain.close()
      await workspace.close()
    },
  }
}
