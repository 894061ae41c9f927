// What every brain does, whatever answers.
import { afterEach, describe, expect, it } from 'vitest'
import type { Brain, BrainEvent } from '../../src/core/ports.ts'

export interface MadeBrain {
  brain: Brain
  /** Words whose answer takes a tool that succeeds, and is more than one piece long. */
  useTool: string
  /** Words whose answer takes a tool that fails, and still is an answer. */
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

    it('is called something', async () => {
      expect((await start()).brain.name).not.toBe('')
    })

    it('answers in pieces and ends each run exactly once', async () => {
      const { brain, useTool, events, ended, settled } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      expect(await ended('r1')).toEqual({ type: 'run.ended', runId: 'r1', outcome: 'completed' })
      await settled()
      expect(events.every(({ runId }) => runId === 'r1')).toBe(true)
      expect(events.filter(isEnd)).toHaveLength(1)
      expect(events.at(-1)).toSatisfy(isEnd)
      expect(events.filter(({ type }) => type === 'text.appended').length).toBeGreaterThan(1)
    })

    it('says nothing before the asking is done', async () => {
      const { brain, useTool, events } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      expect(events).toEqual([])
    })

    it('tells of each tool before and after it runs, by the same call', async () => {
      const { brain, useTool, events, ended } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      await ended('r1')
      const tools = events.filter((event) => event.type === 'tool.started' || event.type === 'tool.ended')
      expect(tools.length).toBeGreaterThan(0)
      for (let at = 0; at < tools.length; at += 2) {
        const [before, after] = [tools[at], tools[at + 1]]
        expect([before?.type, after?.type]).toEqual(['tool.started', 'tool.ended'])
        expect(after?.call).toEqual(before?.call)
        expect(after).toMatchObject({ outcome: { ok: true } })
      }
      const ids = tools.map(({ call }) => call.callId)
      expect(new Set(ids).size).toBe(tools.length / 2)
    })

    it('tells of a tool that fails as an outcome, and answers all the same', async () => {
      const { brain, failTool, events, ended } = await start()
      brain.ask({ runId: 'r1', text: failTool })
      expect(await ended('r1')).toMatchObject({ type: 'run.ended', outcome: 'completed' })
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'tool.ended', outcome: expect.objectContaining({ ok: false }) }),
      )
      expect(events.some(({ type }) => type === 'text.appended')).toBe(true)
    })

    it('stops at once when it is told to, and says nothing more', async () => {
      const { brain, useTool, events, settled } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      brain.abort('r1')
      await settled()
      expect(events).toEqual([{ type: 'run.ended', runId: 'r1', outcome: 'aborted' }])
    })

    it.each(['tool.started', 'tool.ended', 'text.appended'] as const)(
      'stops when it is told to at the moment of %s',
      async (type) => {
        const { brain, useTool, events, ended, settled } = await start()
        brain.onEvent((event) => {
          if (event.type === type) brain.abort('r1')
        })
        brain.ask({ runId: 'r1', text: useTool })
        expect(await ended('r1')).toMatchObject({ outcome: 'aborted' })
        const heard = events.length
        await settled()
        expect(events).toHaveLength(heard)
        expect(events.filter(isEnd)).toHaveLength(1)
      },
    )

    it('leaves alone a run that is not running', async () => {
      const { brain, useTool, events, ended } = await start()
      brain.abort('nobody')
      brain.ask({ runId: 'r1', text: useTool })
      await ended('r1')
      const heard = events.length
      brain.abort('r1')
      expect(events).toHaveLength(heard)
    })

    it('leaves alone an answer to what it did not ask', async () => {
      const { brain, useTool, events, ended } = await start()
      brain.answerApproval('nobody', 'allow')
      brain.ask({ runId: 'r1', text: useTool })
      brain.answerApproval('nobody', 'deny')
      expect(await ended('r1')).toMatchObject({ outcome: 'completed' })
      expect(events.filter(({ type }) => type === 'approval.settled')).toEqual([])
    })

    it('keeps runs that go on at the same time apart', async () => {
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

    it('answers again after an answer, and after an interrupt', async () => {
      const { brain, useTool, ended } = await start()
      brain.ask({ runId: 'r1', text: useTool })
      brain.abort('r1')
      brain.ask({ runId: 'r2', text: useTool })
      expect(await ended('r2')).toMatchObject({ outcome: 'completed' })
    })

    it('tells no more to those who stopped listening', async () => {
      const { brain, useTool, ended } = await start()
      let heard = 0
      const stop = brain.onEvent(() => heard++)
      stop()
      brain.ask({ runId: 'r1', text: useTool })
      await ended('r1')
      expect(heard).toBe(0)
    })

    it('ends what is running when it is closed', async () => {
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
    /** What was heard, without the runs that only pass the time. */
    events,
    /** The last event of a run, as soon as it is there. */
    ended,
    /** By the time another whole run is over, anything late has come. */
    async settled(): Promise<void> {
      const runId = `${LATER}${++laters}`
      const over = ended(runId)
      brain.ask({ runId, text: useTool })
      await over
    },
  }
}

const LATER = 'later-'
