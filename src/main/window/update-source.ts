// Newer versions, by way of electron-updater: found, fetched and put in place.
import type { AppUpdater, CancellationToken, UpdateInfo } from 'electron-updater'
import { plainNotes } from '../../core/release-notes.ts'
import type { UpdateChannel } from '../../shared/update-status.ts'

export interface UpdateSource {
  /** The newest version of that channel where it is newer than this one. */
  check(channel: UpdateChannel): Promise<{ version: string; notes: string } | null>
  download(onPercent: (percent: number) => void): Promise<void>
  /** Gives up what is looked for or fetched, and what was; settles when nothing of it goes on. */
  leave(): Promise<void>
  /** Where the system checks and unpacks what was fetched, it does so now; after that, no word of ours stops it. */
  prepare(): Promise<void>
  /** Ends the app, and starts the new one. */
  install(): Promise<void>
  /** Whether what was fetched goes in when the app ends anyway. On a Mac it does when it was prepared. */
  installAtEnd(yes: boolean): void
}

/** The part of Electron's own updater that is used. */
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
  /** On a Mac the system checks and unpacks what was fetched, and may refuse it. */
  systemChecks: boolean
  onProblem(message: string): void
  /** Everything that has to be written is, before the new app starts. */
  beforeInstall(): Promise<void>
  /** All is closed by then, and nothing new was put in place: this app is of no use to anybody. */
  onNotInstalled(): void
}

export const NOT_REPLACEABLE = 'this copy was not installed in a way that can be replaced.'
const NOT_INSTALLED = 'the newer version could not be put in the place of this one.'

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
  // It says so once more by rejecting; unheard, it would end the app.
  updater.on('error', (error) => onProblem(error.message))
  let token: CancellationToken | null = null
  let running: Promise<unknown> = Promise.resolve()
  let prepared: Promise<void> | null = null
  /** Asked for the second time, it would give what came of the first. */
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
      // It decides when the download ends whether anything is to happen when the app does; later it only looks again. On a
      // Mac it would give the system at once what cannot be had back.
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
      prepared ??= takenBy(system)
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
        // It does not say that it could not: it leaves in the turn after this one, or never.
        await new Promise((resolve) => setImmediate(resolve))
        system.off('before-quit-for-update', leave)
        if (!leaving) throw new Error(NOT_INSTALLED)
      } catch (error) {
        // Nor is it tried again when what is left of this app ends.
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

/** Settles when the system has taken what was fetched, or will not have it. */
async function takenBy(system: SystemUpdater): Promise<void> {
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
