import { expect, it } from 'vitest'
import type { Brain, BrainEvent } from '../../../src/core/ports.ts'
import type { Ears, FinalWords } from '../../../src/core/ports/ears.ts'
import { watchBusy } from '../../../src/main/who-is-busy.ts'
import { readyBrain } from '../../../src/shared/brain-status.ts'

function brainThatWaits(): Brain & { emit(event: BrainEvent): void } {
  const listeners = new Set<(event: BrainEvent) => void>()
  return {
    name: 'Waiting',
    ask() {},
    abort() {},
    answerApproval() {},
    status: () => readyBrain('Waiting'),
    onStatus: () => () => {},
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => {},
    emit: (event) => listeners.forEach((listener) => listener(event)),
  }
}

const earsThatWait = (words: Promise<FinalWords>): Ears => ({
  engine: 'Waiting',
  open: ({ takeId }) => ({
    takeId,
    write() {},
    onEvent: () => () => {},
    release: () => words,
    cancel() {},
  }),
  watch: () => ({ write() {}, close() {} }),
  acknowledge: async () => {},
  leave: async () => {},
  recover: async function* () {},
  close: async () => {},
})

it('Somebody is busy while the desk is, or a guest waits for an answer, and each change is told once', async () => {
  const told: boolean[] = []
  const busy = watchBusy((now) => told.push(now))
  const bare = brainThatWaits()
  const brain = busy.guest(bare)
  brain.ask({ runId: 'a', text: 'hello' })
  busy.desk(true)
  busy.desk(false)
  expect(told).toEqual([true])
  bare.emit({ type: 'run.ended', runId: 'a', outcome: 'completed' })
  expect(told).toEqual([true, false])
  brain.ask({ runId: 'b', text: 'hello' })
  await brain.close()
  expect(told).toEqual([true, false, true, false])
})

it('Somebody is busy while a guest speaks and until the words are understood, and the question follows at once', async () => {
  const told: boolean[] = []
  const busy = watchBusy((now) => told.push(now))
  let understand = (_words: FinalWords): void => {}
  const words = new Promise<FinalWords>((resolve) => (understand = resolve))
  const ears = busy.guestEars(earsThatWait(words))
  const brain = busy.guest(brainThatWaits())
  const take = ears.open({ takeId: 'a', session: 's' })
  expect(told).toEqual([true])
  const asked = take.release().then(({ text }) => brain.ask({ runId: 'a', text }))
  understand({ text: 'hello' } as FinalWords)
  await asked
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toEqual([true])
  await brain.close()
  expect(told).toEqual([true, false])
})

it('Nobody is busy any more when a guest gives up what they said, or it could not be understood', async () => {
  const told: boolean[] = []
  const busy = watchBusy((now) => told.push(now))
  const failed = Promise.reject(new Error('Not understood.'))
  const ears = busy.guestEars(earsThatWait(failed))
  ears.open({ takeId: 'a', session: 's' }).cancel()
  expect(told).toEqual([true, false])
  const take = ears.open({ takeId: 'b', session: 's' })
  await expect(take.release()).rejects.toThrow('Not understood.')
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toEqual([true, false, true, false])
})
