// What every brain does.
import { afterEach, describe, expect, it } from 'vitest'
import type { Brain, BrainEvent } from '../../src/core/ports/brain.ts'

export interface MadeBrain {
  brain: Brain
  /** A request whose reply needs a tool that succeeds, and comes in several pieces. */
  useTool: string
  /** A request whose reply needs a tool that fails, and comes all the same. */
  failTool: string
  remove(): void
}

export function describeBrain(name: string, make: () => Promise<MadeBrain>): void {
  describe(`A brain ${name}`, () => {
    const made: MadeBrain[] = []
    afterEach(async () => {
      for (const { brain, remove } of made.splice(0)) {
        await brain.close()
        remove()
      }
    })

    async function start() {
      const opened = await make()
      made.push(opened)
      return { ...opened, ...watch(opened.brain, opened.useTool) }
    }

    it('has a name', async () => {
      expect((await start()).brain.name).not.toBe('')
    })

    it('replies in pieces and ends each run exactly once', async () => {
      const { brain, useTool, events, ended, settled } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      expect(await ended('r1')).toEqual({ type: 'run.ended', runId: 'r1', outcome: 'completed' })
      await settled()
      expect(events.every(({ runId }) => runId === 'r1')).toBe(true)
      expect(events.filter(isEnd)).toHaveLength(1)
      expect(events.at(-1)).toSatisfy(isEnd)
      expect(events.filter(({ type }) => type === 'text.appended').length).toBeGreaterThan(1)
    })

    it('emits nothing before `ask` returns', async () => {
      const { brain, useTool, events } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      expect(events).toEqual([])
    })

    it('reports each tool call before and after it runs', async () => {
      const { brain, useTool, events, ended } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      await ended('r1')
      const tools = events.filter((event) => event.type === 'tool.started' || event.type === 'tool.ended')
      expect(tools.length).toBeGreaterThan(0)
      for (let at = 0; at < tools.length; at += 2) {
        const [before, after] = [tools[at], tools[at + 1]]
        expect([before?.type, after?.type]).toEqual(['tool.started', 'tool.ended'])
        expect(after?.call).toEqual(before?.call)
        if (after?.type === 'tool.ended') expect(after.artifact?.kind).not.toBe('error')
      }
      const ids = tools.map(({ call }) => call.callId)
      expect(new Set(ids).size).toBe(tools.length / 2)
    })

    it('reports a failed tool with an error artifact, and replies all the same', async () => {
      const { brain, failTool, events, ended } = await start()
      brain.ask({ runId: 'r1', text: failTool })
      expect(await ended('r1')).toMatchObject({ type: 'run.ended', outcome: 'completed' })
      expect(events).toContainEqual(
        expect.objectContaining({
          type: 'tool.ended',
          artifact: expect.objectContaining({ kind: 'error' }),
        }),
      )
      expect(events.some(({ type }) => type === 'text.appended')).toBe(true)
    })

    it('stops at once when it is aborted, and emits nothing more', async () => {
      const { brain, useTool, events, settled } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      brain.abort('r1')
      await settled()
      expect(events).toEqual([{ type: 'run.ended', runId: 'r1', outcome: 'aborted' }])
    })

    it.each(['tool.started', 'tool.ended', 'text.appended'] as const)(
      'stops when it is aborted at the moment of %s',
      async (type) => {
        const { brain, useTool, events, ended, settled } = await start()
        brain.onEvent((event) => {
          if (event.type === type) brain.abort('r1')
        })
        brain.ask({ runId: 'r1', text: useTool })
        expect(await ended('r1')).toMatchObject({ outcome: 'aborted' })
        const count = events.length
        await settled()
        expect(events).toHaveLength(count)
        expect(events.filter(isEnd)).toHaveLength(1)
      },
    )

    it('ignores an abort of a run that is not running', async () => {
      const { brain, useTool, events, ended } = await start()
      brain.abort('nobody')
      brain.ask({ runId: 'r1', text: useTool })
      await ended('r1')
      const count = events.length
      brain.abort('r1')
      expect(events).toHaveLength(count)
    })

    it('ignores an answer to an unknown approval', async () => {
      const { brain, useTool, events, ended } = await start()
      brain.answerApproval('nobody', 'allow')
      brain.ask({ runId: 'r1', text: useTool })
      brain.answerApproval('nobody', 'deny')
      expect(await ended('r1')).toMatchObject({ outcome: 'completed' })
      expect(events.filter(({ type }) => type === 'approval.settled')).toEqual([])
    })

    it('keeps simultaneous runs apart', async () => {
      const { brain, useTool, failTool, events, ended } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      brain.ask({ runId: 'r2', text: failTool })
      brain.ask({ runId: 'r3', text: useTool })
      brain.abort('r3')
      expect(await ended('r1')).toMatchObject({ outcome: 'completed' })
      expect(await ended('r2')).toMatchObject({ outcome: 'completed' })
      expect(await ended('r3')).toMatchObject({ outcome: 'aborted' })
      expect(events.filter(isEnd)).toHaveLength(3)
    })

    it('replies again after a reply, and after an interrupt', async () => {
      const { brain, useTool, ended } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      brain.abort('r1')
      brain.ask({ runId: 'r2', text: useTool })
      expect(await ended('r2')).toMatchObject({ outcome: 'completed' })
    })

    it('emits nothing to a listener that unsubscribed', async () => {
      const { brain, useTool, ended } = await start()
      let count = 0
      const stop = brain.onEvent(() => count++)
      stop()
      brain.ask({ runId: 'r1', text: useTool })
      await ended('r1')
      expect(count).toBe(0)
    })

    it('ends its runs when it is closed', async () => {
      const { brain, useTool, events } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      await brain.close()
      expect(events).toEqual([{ type: 'run.ended', runId: 'r1', outcome: 'aborted' }])
    })
  })
}

const isEnd = (event: BrainEvent): boolean => event.type === 'run.ended' || event.type === 'run.failed'

export function watch(brain: Brain, useTool: string) {
  const events: BrainEvent[] = []
  const waiting = new Map<string, (event: BrainEvent) => void>()
  brain.onEvent((event) => {
    if (!event.runId.startsWith(LATER)) events.push(event)
    if (isEnd(event)) waiting.get(event.runId)?.(event)
  })
  const ended = (runId: string): Promise<BrainEvent> => {
    const past = events.find((event) => isEnd(event) && event.runId === runId)
    return past ? Promise.resolve(past) : new Promise((resolve) => waiting.set(runId, resolve))
  }
  let laters = 0
  return {
    /** The events, without those of runs that only pass time. */
    events,
    /** Resolves with the last event of a run. */
    ended,
    /** Runs another request: by its end, any late event has come. */
    async settled(): Promise<void> {
      const runId = `${LATER}${++laters}`
      const over = ended(runId)
      brain.ask({ runId, text: useTool })
      await over
    },
  }
}

const LATER = 'later-'
