import { EventEmitter, once } from 'node:events'
import { CancellationToken, type AppUpdater } from 'electron-updater'
import { describe, expect, it } from 'vitest'
import { createUpdateSource, type UpdateSource } from '../../../../src/main/window/update-source.ts'

interface World {
  source: UpdateSource
  did: string[]
  system: EventEmitter
  /** What electron-updater would do when the app ends. */
  atEnd(): boolean
}

/** electron-updater as it is in this: what it does at the end is decided when the download ends, and looked at again. */
function worldOf(
  options: {
    installs?: boolean
    closes?: () => Promise<void>
    systemChecks?: boolean
    isLong?: boolean
  } = {},
): World {
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

describe('What was fetched', () => {
  it('is installed when the app ends, unless that is called off', async () => {
    const { source, atEnd } = worldOf()
    await source.download(() => {})
    expect(atEnd()).toBe(true)
    source.installAtEnd(false)
    expect(atEnd()).toBe(false)
  })

  it('is given up when it is not wanted any more, and has ended by the time that is done', async () => {
    const { source, did, atEnd } = worldOf({ isLong: true })
    const download = expect(source.download(() => {})).rejects.toThrow('cancelled')
    await source.leave()
    expect(did).toEqual(['given up'])
    await download
    expect(atEnd()).toBe(false)
  })

  it('replaces the app when everything is closed', async () => {
    const { source, did } = worldOf()
    await source.install()
    expect(did).toEqual(['close', 'install'])
  })

  it('that could not be put in place is told of, and not tried again at the end', async () => {
    const { source, did, atEnd } = worldOf({ installs: false })
    await source.download(() => {})
    await expect(source.install()).rejects.toThrow('could not be put in the place')
    expect(did).toEqual(['close', 'install', 'not installed'])
    expect(atEnd()).toBe(false)
  })

  it('is not installed over an app that could not be closed, which is told of too', async () => {
    const { source, did } = worldOf({ closes: () => Promise.reject(new Error('The disk is full.')) })
    await expect(source.install()).rejects.toThrow('The disk is full.')
    expect(did).toEqual(['close', 'not installed'])
  })

  it('is given to the system on a Mac only when it is to be installed: nobody can have it back', async () => {
    const { source, did, system, atEnd } = worldOf({ systemChecks: true })
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

  it('that the system refuses on a Mac is told of before anything is closed, and can be tried again', async () => {
    const { source, did, system } = worldOf({ systemChecks: true })
    await source.download(() => {})
    const prepared = expect(source.prepare()).rejects.toThrow('The signature is not the same.')
    system.emit('error', new Error('The signature is not the same.'))
    await prepared
    expect(did).toEqual(['given to the system'])
    void source.prepare()
    expect(did).toEqual(['given to the system', 'given to the system'])
  })
})
