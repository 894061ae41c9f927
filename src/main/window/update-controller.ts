// Keeps the app up to date: core/app/updates.ts decides when, the update source does it.
import type { Clock } from '../../core/ports/clock.ts'
import {
  failureText,
  initialUpdates,
  stepUpdates,
  type UpdatesInput,
  type UpdatesRequest,
} from '../../core/app/updates.ts'
import type { UpdateChannel, UpdateStatus } from '../../shared/update-status.ts'
import { withTimeout } from '../../base/timeout.ts'
import type { UpdateSource } from './update-source.ts'

interface Deps {
  /** Why this app does not update itself; null if it does. */
  unavailable: Extract<UpdateStatus, { tag: 'unavailable' }>['why'] | null
  channel: UpdateChannel
  open(): Promise<UpdateSource>
  clock: Clock
  onStatus(status: UpdateStatus): void
}

export interface UpdateController {
  status(): UpdateStatus
  check(): UpdateStatus
  install(): UpdateStatus
  follow(channel: UpdateChannel): void
  setBusy(busy: boolean): void
  /** The app ends. Prepares a downloaded update, if the system needs that. */
  end(): Promise<void>
}

/** Not earlier: the window opens first. */
const FIRST_CHECK_MS = 30_000
const NEXT_CHECK_MS = 6 * 60 * 60 * 1000
/** The system unpacks the update meanwhile. Ending in time matters more than the update. */
const END_TIMEOUT_MS = 30_000

export function createUpdateController({
  unavailable,
  channel,
  open,
  clock,
  onStatus,
}: Deps): UpdateController {
  let state = initialUpdates(channel)
  let source: Promise<UpdateSource> | null = null
  /** Counts changes of the channel: results for an earlier channel are ignored. */
  let round = 0
  let isInstalling = false
  const status = (): UpdateStatus =>
    unavailable === null ? state.status : { tag: 'unavailable', why: unavailable }

  function step(input: UpdatesInput): UpdateStatus {
    if (unavailable !== null) return status()
    const before = state.status
    const next = stepUpdates(state, input)
    state = next.state
    if (state.status !== before) onStatus(state.status)
    const mine = round
    const report = (result: UpdatesInput): void => void (mine === round && step(result))
    for (const request of next.requests)
      perform(request, report, () => mine === round).catch((error: unknown) =>
        report({ type: 'failed', message: failureText(error), at: clock.now() }),
      )
    return status()
  }

  async function perform(
    request: UpdatesRequest,
    report: (input: UpdatesInput) => void,
    isWanted: () => boolean,
  ): Promise<void> {
    const updates = await (source ??= open())
    if (request === 'check') await updates.leave()
    if (!isWanted()) return
    switch (request) {
      case 'check': {
        const found = await updates.check(state.channel)
        return report(found ? { type: 'found', ...found } : { type: 'nothing.found', at: clock.now() })
      }
      case 'download': {
        if (state.status.tag !== 'downloading') return
        const { version } = state.status
        await updates.download((percent) => report({ type: 'progressed', version, percent }))
        report({ type: 'downloaded', version })
        return updates.installAtEnd(isWanted() && status().tag === 'ready')
      }
      case 'install':
        await updates.prepare()
        // Somebody may have started to talk meanwhile. The install is requested again when they are done.
        if (!isWanted() || state.busy || isInstalling) return
        isInstalling = true
        return updates.install()
    }
  }

  const checkRegularly = (): void => {
    step({ type: 'check.requested' })
    clock.after(NEXT_CHECK_MS, checkRegularly)
  }
  if (unavailable === null) clock.after(FIRST_CHECK_MS, checkRegularly)

  return {
    status,
    check: () => step({ type: 'check.requested' }),
    install: () => step({ type: 'install.requested' }),
    follow(chosen) {
      if (chosen === state.channel) return
      round++
      source?.then((updates) => updates.leave()).catch(() => {})
      step({ type: 'channel.chosen', channel: chosen })
    },
    setBusy: (busy) => void step({ type: 'busy.changed', busy }),
    async end() {
      if (source === null || state.status.tag !== 'ready') return
      const prepared = source.then((updates) => updates.prepare())
      // A failure is in the log, and the next start downloads the update again.
      await withTimeout(prepared, END_TIMEOUT_MS, clock).catch(() => {})
    },
  }
}
