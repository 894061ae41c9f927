import { EventEmitter, once } from 'node:events'
import { CancellationToken, type AppUpdater } from 'electron-updater'
import { describe, expect, it } from 'vitest'
import { createUpdateSource, type UpdateSource } from '../../../../src/main/window/update-source.ts'

interface SourceInTest {
  source: UpdateSource
  did: string[]
  system: EventEmitter
  /** What electron-updater would do when the app ends. */
  atEnd(): boolean
}

/** Like electron-updater, it decides what to do at the end when the download ends, and checks that again at the end. */
function startSource(
  options: {
    installs?: boolean
    closes?: () => Promise<void>
    systemChecks?: boolean
    isLong?: boolean
  } = {},
): SourceInTest {
  const did: string[] = []
  const system = Object.assign(new EventEmitter(), {
    checkForUpdates: () => void did.push('given to the system'),
  })
  let handler = false
  const updater = Object.assign(new EventEmitter(), {
    autoInstallOnAppQuit: true,
    async downloadUpdate(token: CancellationToken) {
      if (options.isLong) await once(token, 'cancel')
      else await Promise.resolve()
      if (token.cancelled) {
        did.push('given up')
        throw new Error('cancelled')
      }
      handler ||= updater.autoInstallOnAppQuit
      if (options.systemChecks && updater.autoInstallOnAppQuit) system.checkForUpdates()
    },
    quitAndInstall() {
      did.push('install')
      if (options.installs !== false) setImmediate(() => system.emit('before-quit-for-update'))
    },
  })
  const source = createUpdateSource({
    updater: updater as unknown as AppUpdater,
    newToken: () => new CancellationToken(),
    system,
    systemChecks: options.systemChecks ?? false,
    onProblem() {},
    async beforeInstall() {
      did.push('close')
      await options.closes?.()
    },
    onNotInstalled: () => void did.push('not installed'),
  })
  return { source, did, system, atEnd: () => handler && updater.autoInstallOnAppQuit }
}

describe('A downloaded update', () => {
  it('is installed when the app ends, unless that is cancelled', async () => {
    const { source, atEnd } = startSource()
    await source.download(() => {})
    expect(atEnd()).toBe(true)
    source.installAtEnd(false)
    expect(atEnd()).toBe(false)
  })

  it('is cancelled if it is not wanted any more, and nothing runs afterwards', async () => {
    const { source, did, atEnd } = startSource({ isLong: true })
    const download = expect(source.download(() => {})).rejects.toThrow('cancelled')
    await source.leave()
    expect(did).toEqual(['given up'])
    await download
    expect(atEnd()).toBe(false)
  })

  it('replaces the app after everything is closed', async () => {
    const { source, did } = startSource()
    await source.install()
    expect(did).toEqual(['close', 'install'])
  })

  it('that cannot be installed is reported, and not tried again at the end', async () => {
    const { source, did, atEnd } = startSource({ installs: false })
    await source.download(() => {})
    await expect(source.install()).rejects.toThrow('could not be installed')
    expect(did).toEqual(['close', 'install', 'not installed'])
    expect(atEnd()).toBe(false)
  })

  it('is not installed over an app that could not be closed, and that is reported', async () => {
    const { source, did } = startSource({ closes: () => Promise.reject(new Error('The disk is full.')) })
    await expect(source.install()).rejects.toThrow('The disk is full.')
    expect(did).toEqual(['close', 'not installed'])
  })

  it('goes to the system on macOS only for the installation, because that cannot be undone', async () => {
    const { source, did, system, atEnd } = startSource({ systemChecks: true })
    await source.download(() => {})
    source.installAtEnd(true)
    expect([did, atEnd()]).toEqual([[], false])
    const prepared = source.prepare()
    expect(did).toEqual(['given to the system'])
    system.emit('update-downloaded')
    await prepared
    await source.prepare()
    expect(did).toEqual(['given to the system'])
  })

  it('that macOS refuses is reported before anything is closed, and can be tried again', async () => {
    const { source, did, system } = startSource({ systemChecks: true })
    await source.download(() => {})
    const prepared = expect(source.prepare()).rejects.toThrow('The signature is not the same.')
    system.emit('error', new Error('The signature is not the same.'))
    await prepared
    expect(did).toEqual(['given to the system'])
    void source.prepare()
    expect(did).toEqual(['given to the system', 'given to the system'])
  })
})
