import { expect, it } from 'vitest'
import type { Brain, BrainEvent } from '../../../../src/core/ports/brain.ts'
import type { Recognizer, FinalTranscript } from '../../../../src/core/ports/recognizer.ts'
import { createActivityTracker, type ActivityTracker } from '../../../../src/main/app/activity-tracker.ts'
import { readyBrain } from '../../../../src/shared/brain-status.ts'

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

const recognizerThatWaits = (transcript: Promise<FinalTranscript>): Recognizer => ({
  engine: 'Waiting',
  open: ({ takeId }) => ({
    takeId,
    write() {},
    onEvent: () => () => {},
    release: () => transcript,
    cancel() {},
  }),
  watch: () => ({ write() {}, close() {} }),
  acknowledge: async () => {},
  leave: async () => {},
  recover: async function* () {},
  close: async () => {},
})

const trackerInto = (changes: boolean[]): ActivityTracker => {
  const tracker = createActivityTracker()
  tracker.onChange((busy) => changes.push(busy))
  return tracker
}

it('Somebody is busy while the desk is busy or a guest waits for an answer, and each change is reported once', async () => {
  const changes: boolean[] = []
  const tracker = trackerInto(changes)
  const bare = brainThatWaits()
  const brain = tracker.watchBrain(bare)
  brain.ask({ runId: 'a', text: 'hello' })
  tracker.setDeskBusy(true)
  tracker.setDeskBusy(false)
  expect(changes).toEqual([true])
  bare.emit({ type: 'run.ended', runId: 'a', outcome: 'completed' })
  expect(changes).toEqual([true, false])
  brain.ask({ runId: 'b', text: 'hello' })
  await brain.close()
  expect(changes).toEqual([true, false, true, false])
})

it('Somebody is busy while a guest speaks, until the take is transcribed, and then while the request runs', async () => {
  const changes: boolean[] = []
  const tracker = trackerInto(changes)
  let transcribe = (_transcript: FinalTranscript): void => {}
  const transcript = new Promise<FinalTranscript>((resolve) => (transcribe = resolve))
  const recognizer = tracker.watchRecognizer(recognizerThatWaits(transcript))
  const brain = tracker.watchBrain(brainThatWaits())
  const take = recognizer.open({ takeId: 'a', session: 's' })
  expect(changes).toEqual([true])
  const asked = take.release().then(({ text }) => brain.ask({ runId: 'a', text }))
  transcribe({ text: 'hello' } as FinalTranscript)
  await asked
  await new Promise((resolve) => setImmediate(resolve))
  expect(changes).toEqual([true])
  await brain.close()
  expect(changes).toEqual([true, false])
})

it('Nobody is busy any more if a guest cancels a take, or it cannot be transcribed', async () => {
  const changes: boolean[] = []
  const tracker = trackerInto(changes)
  const failed = Promise.reject(new Error('Not understood.'))
  const recognizer = tracker.watchRecognizer(recognizerThatWaits(failed))
  recognizer.open({ takeId: 'a', session: 's' }).cancel()
  expect(changes).toEqual([true, false])
  const take = recognizer.open({ takeId: 'b', session: 's' })
  await expect(take.release()).rejects.toThrow('Not understood.')
  await new Promise((resolve) => setImmediate(resolve))
  expect(changes).toEqual([true, false, true, false])
})
