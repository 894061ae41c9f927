// Voice watches in the speech process. When the process dies, the next one hears the audio that the last one may have missed.
import type { VoiceWatch } from '../../../core/ports/recognizer.ts'
import { createPreRoll, type PreRoll } from '../../../core/speech/hearing/pre-roll.ts'
import { HEARING_RATE, samplesIn } from '../../../core/speech/hearing/samples.ts'
import type { ActivityChange } from '../../../core/speech/hearing/speech-activity.ts'
import type { ToRecognizer } from './messages.ts'

/** How much audio is stored for the next process: as long as one takes to start, and a little more. */
const STORED_MS = 12_000
/** What a process received just before it died it may not have processed. */
const UNPROCESSED_MS = 2_000

interface OpenWatch {
  onActivity(change: ActivityChange): void
  recent: PreRoll
  /** Samples written so far. */
  written: number
  /** Samples that a process has received; the rest is for the next one. */
  sent: number
  /** Where the current process began: it counts from there. */
  base: number
  /** Where the last change was. Everything before it is known. */
  lastChange: number
}

export interface WatchClient {
  open(id: number, onActivity: (change: ActivityChange) => void): VoiceWatch
  noticed(id: number, change: ActivityChange): void
  /** A new process is up: sends it what the last one missed. */
  started(): void
  stopped(): void
  clear(): void
}

export function createWatchClient(deps: { isUp(): boolean; post(message: ToRecognizer): void }): WatchClient {
  const { isUp, post } = deps
  const watches = new Map<number, OpenWatch>()

  function resume(id: number, watch: OpenWatch): void {
    post({ type: 'watch', watch: id })
    const recent = watch.recent.read()
    const missed = recent.slice(Math.max(0, recent.length - (watch.written - watch.sent)))
    watch.base = watch.written - missed.length
    for (let at = 0; at < missed.length; at += HEARING_RATE)
      post({ type: 'watched', watch: id, samples: missed.slice(at, at + HEARING_RATE) })
    watch.sent = watch.written
  }

  return {
    open(id, onActivity) {
      const recent = createPreRoll(STORED_MS)
      const watch: OpenWatch = { onActivity, recent, written: 0, sent: 0, base: 0, lastChange: 0 }
      watches.set(id, watch)
      if (isUp()) post({ type: 'watch', watch: id })
      return {
        write(samples) {
          if (!watches.has(id)) return
          recent.write(samples)
          watch.written += samples.length
          if (!isUp()) return
          watch.sent = watch.written
          post({ type: 'watched', watch: id, samples: samples.slice() })
        },
        close() {
          if (watches.delete(id)) post({ type: 'unwatch', watch: id })
        },
      }
    },
    noticed(id, change) {
      const watch = watches.get(id)
      if (!watch) return
      watch.lastChange = watch.base + change.at
      watch.onActivity({ ...change, at: watch.lastChange })
    },
    started() {
      for (const [id, watch] of watches) resume(id, watch)
    },
    stopped() {
      for (const watch of watches.values())
        watch.sent = Math.max(watch.lastChange, watch.sent - samplesIn(UNPROCESSED_MS))
    },
    clear: () => watches.clear(),
  }
}
