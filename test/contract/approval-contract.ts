// What every brain does before it changes files or runs commands: it asks with the exact action, and waits.
import { afterEach, describe, expect, it } from 'vitest'
import type { Brain, BrainEvent } from '../../src/core/ports/brain.ts'
import type { Approval, ApprovalKind } from '../../src/shared/conversation.ts'
import { watch } from './brain-contract.ts'

export interface Deed {
  kind: ApprovalKind
  /** A request that needs the approval. */
  words: string
  /** What the approval must name: the command, or the file. */
  names: string
  isDone(): boolean
}

export interface AskingBrain {
  brain: Brain
  /** A request that needs a tool and no approval. */
  useTool: string
  deeds: readonly Deed[]
  /**
   * Lets time pass until any late event has come, for a brain that answers one request at a time: another request would wait
   * for the one that asks.
   */
  settled?(): Promise<void>
  remove(): void
}

export function describeApprovals(
  name: string,
  kinds: readonly ApprovalKind[],
  make: () => Promise<AskingBrain>,
): void {
  describe.each(kinds)(`A brain ${name} that is asked for something of the kind %s`, (kind) => {
    const made: AskingBrain[] = []
    afterEach(async () => {
      for (const { brain, remove } of made.splice(0)) {
        await brain.close()
        remove()
      }
    })

    async function start() {
      const opened = await make()
      made.push(opened)
      const deed = opened.deeds.find((one) => one.kind === kind)
      if (!deed) throw new Error(`There is no deed of the kind ${kind} to try.`)
      const heard = watch(opened.brain, opened.useTool)
      const question = (runId: string): Promise<Approval> =>
        new Promise((resolve) => {
          opened.brain.onEvent((event) => {
            if (event.type === 'approval.requested' && event.runId === runId) resolve(event.approval)
          })
        })
      return { ...heard, ...opened, settled: opened.settled ?? heard.settled, deed, question }
    }

    const asked = (events: readonly BrainEvent[]): number =>
      events.filter(({ type }) => type === 'approval.requested').length

    it('asks with the exact action, does nothing while it waits, and does it when it is allowed', async () => {
      const { brain, deed, question, ended, settled, events } = await start()
      const asking = question('r1')
      brain.ask({ runId: 'r1', text: deed.words })
      const approval = await asking
      expect(approval.kind).toBe(kind)
      expect(`${approval.title} ${approval.action}`).toContain(deed.names)
      await settled()
      expect(deed.isDone()).toBe(false)
      expect(events.some((event) => event.type === 'run.ended')).toBe(false)

      brain.answerApproval(approval.id, 'allow')
      expect(await ended('r1')).toMatchObject({ type: 'run.ended', outcome: 'completed' })
      expect(deed.isDone()).toBe(true)
      expect(asked(events)).toBe(1)
    })

    it('does not do it when it is denied, and says so', async () => {
      const { brain, deed, question, ended, events } = await start()
      const asking = question('r1')
      brain.ask({ runId: 'r1', text: deed.words })
      brain.answerApproval((await asking).id, 'deny')
      expect(await ended('r1')).toMatchObject({ type: 'run.ended', outcome: 'completed' })
      expect(deed.isDone()).toBe(false)
      expect(events.some(({ type }) => type === 'text.appended')).toBe(true)
    })

    it('does not do it when the answer is for another approval, was not offered, or comes after the run was stopped', async () => {
      const { brain, deed, question, ended, settled } = await start()
      const asking = question('r1')
      brain.ask({ runId: 'r1', text: deed.words })
      const approval = await asking
      brain.answerApproval(`${approval.id}-another`, 'allow')
      brain.answerApproval(approval.id, 'choice:1')
      await settled()
      expect(deed.isDone()).toBe(false)

      brain.abort('r1')
      expect(await ended('r1')).toMatchObject({ type: 'run.ended', outcome: 'aborted' })
      brain.answerApproval(approval.id, 'allow')
      await settled()
      expect(deed.isDone()).toBe(false)
    })

    it('asks each time, unless the answer was always', async () => {
      const { brain, deed, question, ended, events } = await start()
      for (const runId of ['r1', 'r2']) {
        const asking = question(runId)
        brain.ask({ runId, text: deed.words })
        brain.answerApproval((await asking).id, runId === 'r1' ? 'deny' : 'always')
        await ended(runId)
      }
      expect(asked(events)).toBe(2)
      brain.ask({ runId: 'r3', text: deed.words })
      await ended('r3')
      expect(asked(events)).toBe(2)
    })
  })
}
