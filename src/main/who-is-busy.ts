// Whether anybody talks or waits for an answer: at this desk, or on a phone or glasses. Meanwhile nothing is replaced.
import type { Brain } from '../core/ports.ts'
import type { Ears } from '../core/ports/ears.ts'

export interface WhoIsBusy {
  /** The conversation at the desk. */
  desk(busy: boolean): void
  /** The same brain, watched: what a guest asked it counts until it has ended. */
  guest<B extends Brain>(brain: B): B
  /** The same ears, watched: what a guest says into them counts until it is understood or given up. */
  guestEars(ears: Ears): Ears
}

export function watchBusy(onBusy: (busy: boolean) => void): WhoIsBusy {
  const running = new Set<string>()
  const takes = new Set<object>()
  let desk = false
  let told = false
  function tell(): void {
    const busy = desk || running.size > 0 || takes.size > 0
    if (busy === told) return
    told = busy
    onBusy(busy)
  }
  return {
    desk(busy) {
      desk = busy
      tell()
    },
    guest(brain) {
      const own = new Set<string>()
      const ended = (runId: string): void => {
        own.delete(runId)
        running.delete(runId)
        tell()
      }
      brain.onEvent((event) => {
        if (event.type === 'run.ended' || event.type === 'run.failed') ended(event.runId)
      })
      return {
        ...brain,
        ask(request) {
          own.add(request.runId)
          running.add(request.runId)
          tell()
          brain.ask(request)
        },
        close() {
          for (const runId of own) ended(runId)
          return brain.close()
        },
      }
    },
    guestEars: (ears) => ({
      ...ears,
      open(options) {
        const take = ears.open(options)
        takes.add(take)
        tell()
        const ended = (): void => {
          takes.delete(take)
          tell()
        }
        return {
          ...take,
          cancel() {
            ended()
            take.cancel()
          },
          release() {
            const words = take.release()
            // The words go to the brain in the turn in which they are there: nobody is idle in between.
            const after = (): void => void setImmediate(ended)
            words.then(after, after)
            return words
          },
        }
      },
    }),
  }
}
