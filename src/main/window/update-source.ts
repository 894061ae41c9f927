// Checks for, downloads and installs updates with electron-updater.
import type { AppUpdater, CancellationToken, UpdateInfo } from 'electron-updater'
import { plainNotes } from '../../core/app/updates.ts'
import type { UpdateChannel } from '../../shared/update-status.ts'

export interface UpdateSource {
  /** The newest version of the channel, if it is newer than this one. */
  check(channel: UpdateChannel): Promise<{ version: string; notes: string } | null>
  download(onPercent: (percent: number) => void): Promise<void>
  /** Cancels a check or download and drops a downloaded update. Settles when nothing runs any more. */
  leave(): Promise<void>
  /** On macOS the system checks and unpacks the update now. After that it cannot be cancelled. */
  prepare(): Promise<void>
  /** Ends the app and starts the new version. */
  install(): Promise<void>
  /** Whether the update is installed when the app ends. On macOS it is, once it was prepared. */
  installAtEnd(yes: boolean): void
}

/** The used part of Electron's updater. */
interface SystemUpdater {
  checkForUpdates(): void
  once(event: 'before-quit-for-update' | 'update-downloaded', listener: () => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'before-quit-for-update' | 'update-downloaded', listener: () => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

interface Deps {
  updater: AppUpdater
  newToken(): CancellationToken
  system: SystemUpdater
  /** On macOS the system checks and unpacks the update, and may refuse it. */
  systemChecks: boolean
  onProblem(message: string): void
  /** Must write everything before the new version starts. */
  beforeInstall(): Promise<void>
  /** Everything is closed by then, but nothing was installed, so the app has to restart. */
  onNotInstalled(): void
}

export const NOT_REPLACEABLE = 'this copy was not installed in a way that can be updated.'
const NOT_INSTALLED = 'the update could not be installed.'

export function createUpdateSource(deps: Deps): UpdateSource {
  const { updater, system, onProblem } = deps
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.logger = {
    info() {},
    debug() {},
    warn() {},
    error: (message: unknown) => onProblem(String(message)),
  }
  // The promise rejects too. Without a listener the event would end the app.
  updater.on('error', (error) => onProblem(error.message))
  let token: CancellationToken | null = null
  let running: Promise<unknown> = Promise.resolve()
  let prepared: Promise<void> | null = null
  /** Remembers running work, because the updater returns the result of the first call to a second one. */
  const followed = <T>(work: Promise<T>): Promise<T> => {
    running = work.catch(() => {})
    return work
  }
  return {
    async check(channel) {
      updater.allowPrerelease = channel === 'beta'
      const result = await followed(updater.checkForUpdates())
      if (result === null) throw new Error(NOT_REPLACEABLE)
      if (!result.isUpdateAvailable) return null
      return { version: result.updateInfo.version, notes: notesOf(result.updateInfo) }
    },
    async leave() {
      updater.autoInstallOnAppQuit = false
      token?.cancel()
      await running
    },
    async download(onPercent) {
      token = deps.newToken()
      const tell = ({ percent }: { percent: number }): void => onPercent(percent)
      updater.on('download-progress', tell)
      prepared = null
      // The updater reads this when the download ends and later only checks it again. On macOS it would hand the update to the
      // system at once, and that cannot be undone.
      updater.autoInstallOnAppQuit = !deps.systemChecks
      try {
        await followed(updater.downloadUpdate(token))
      } catch (error) {
        updater.autoInstallOnAppQuit = false
        throw error
      } finally {
        updater.off('download-progress', tell)
      }
    },
    async prepare() {
      if (!deps.systemChecks) return
      prepared ??= acceptedBy(system)
      try {
        await prepared
      } catch (error) {
        prepared = null
        throw error
      }
    },
    async install() {
      try {
        await deps.beforeInstall()
        let leaving = false
        const leave = (): void => void (leaving = true)
        system.once('before-quit-for-update', leave)
        updater.quitAndInstall()
        // It does not report a failure: it quits right after this, or never.
        await new Promise((resolve) => setImmediate(resolve))
        system.off('before-quit-for-update', leave)
        if (!leaving) throw new Error(NOT_INSTALLED)
      } catch (error) {
        // Not again when this app ends either.
        updater.autoInstallOnAppQuit = false
        deps.onNotInstalled()
        throw error
      }
    },
    installAtEnd(yes) {
      updater.autoInstallOnAppQuit = yes && !deps.systemChecks
    },
  }
}

/** Settles when the system has accepted or refused the update. */
async function acceptedBy(system: SystemUpdater): Promise<void> {
  let resolve = (): void => {}
  let reject: (error: Error) => void = () => {}
  const taken = new Promise<void>((...settle) => ([resolve, reject] = settle))
  system.once('update-downloaded', resolve)
  system.once('error', reject)
  try {
    system.checkForUpdates()
    await taken
  } finally {
    system.off('update-downloaded', resolve)
    system.off('error', reject)
  }
}

function notesOf({ releaseNotes }: UpdateInfo): string {
  if (typeof releaseNotes === 'string') return plainNotes(releaseNotes)
  const each = (releaseNotes ?? []).map(({ version, note }) => `${version}\n${plainNotes(note ?? '')}`)
  return each.join('\n\n').slice(0, 20_000)
}
