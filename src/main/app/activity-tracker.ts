// Knows whether anybody talks or waits for an answer: at the desk, on a phone or with glasses. Meanwhile no update is
// installed.
import { createEmitter } from '../../base/emitter.ts'
import type { Brain } from '../../core/ports/brain.ts'
import type { Recognizer } from '../../core/ports/recognizer.ts'

export interface ActivityTracker {
  /** Whether the conversation of the desktop is busy. */
  setDeskBusy(busy: boolean): void
  /** The same brain for a guest, whose runs count until they end. */
  watchBrain<B extends Brain>(brain: B): B
  /** The same recognizer for guests, whose takes count until they are transcribed or cancelled. */
  watchRecognizer(recognizer: Recognizer): Recognizer
  onChange(listener: (busy: boolean) => void): () => void
}

export function createActivityTracker(): ActivityTracker {
  const changes = createEmitter<[busy: boolean]>()
  const runs = new Set<string>()
  const takes = new Set<object>()
  let isDeskBusy = false
  let wasBusy = false
  function update(): void {
    const isBusy = isDeskBusy || runs.size > 0 || takes.size > 0
    if (isBusy === wasBusy) return
    wasBusy = isBusy
    changes.emit(isBusy)
  }
  return {
    onChange: changes.on,
    setDeskBusy(busy) {
      isDeskBusy = busy
      update()
    },
    watchBrain(brain) {
      const own = new Set<string>()
      const ended = (runId: string): void => {
        own.delete(runId)
        runs.delete(runId)
        update()
      }
      brain.onEvent((event) => {
        if (event.type === 'run.ended' || event.type === 'run.failed') ended(event.runId)
      })
      return {
        ...brain,
        ask(request) {
          own.add(request.runId)
          runs.add(request.runId)
          update()
          brain.ask(request)
        },
        close() {
          for (const runId of own) ended(runId)
          return brain.close()
        },
      }
    },
    watchRecognizer: (recognizer) => ({
      ...recognizer,
      open(options) {
        const take = recognizer.open(options)
        takes.add(take)
        update()
        const ended = (): void => {
          takes.delete(take)
          update()
        }
        return {
          ...take,
          cancel() {
            ended()
            take.cancel()
          },
          release() {
            const transcript = take.release()
            // The brain gets the transcript first, so that the tracker does not report a pause in between.
            const after = (): void => void setImmediate(ended)
            transcript.then(after, after)
            return transcript
          },
        }
      },
    }),
  }
}
