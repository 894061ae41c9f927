import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { watchCrashes } from '../../../../src/main/window/crashes.ts'
import { createTempFolder } from '../../../temp-folder.ts'

const electron = await vi.hoisted(async () => {
  const events = await import('node:events')
  const did: string[] = []
  const app = Object.assign(new events.EventEmitter(), {
    exit: () => void did.push('exit'),
    relaunch: () => void did.push('again'),
  })
  return { app, powerMonitor: new events.EventEmitter(), dialog: {}, did }
})
vi.mock('electron', () => electron)

beforeEach(() => {
  electron.did.length = 0
  electron.app.removeAllListeners()
  electron.powerMonitor.removeAllListeners()
  const before = process.listeners('uncaughtException')
  return () => {
    for (const added of process.listeners('uncaughtException'))
      if (!before.includes(added)) process.off('uncaughtException', added)
  }
})

function profileOf(): string {
  const { path, remove } = createTempFolder({})
  onTestFinished(remove)
  return path
}

describe('The next start', () => {
  it('says that the app stopped unexpectedly if the user did not end it', () => {
    const profile = profileOf()
    watchCrashes(profile)
    expect(watchCrashes(profile).takeMishap()?.message).toContain('stopped unexpectedly')
  })

  it('says nothing if Windows was shut down with the window open', () => {
    const profile = profileOf()
    const window = Object.assign(new EventEmitter(), { webContents: new EventEmitter() })
    watchCrashes(profile).watch(window as unknown as BrowserWindow)
    window.emit('session-end')
    expect(watchCrashes(profile).takeMishap()).toBeNull()
  })

  it('says nothing if Linux or macOS was shut down', () => {
    const profile = profileOf()
    watchCrashes(profile)
    electron.powerMonitor.emit('shutdown')
    expect(watchCrashes(profile).takeMishap()).toBeNull()
  })

  it('says once that an update could not be installed', () => {
    const profile = profileOf()
    watchCrashes(profile).endedForFailedUpdate()
    const next = watchCrashes(profile)
    expect(next.takeMishap()?.message).toContain('could not be installed')
    next.endedWell()
    expect(watchCrashes(profile).takeMishap()).toBeNull()
  })
  it('opens the folder that was open at a crash, unless the user asks for another one', () => {
    const profile = profileOf()
    watchCrashes(profile).opened('/b')
    expect(watchCrashes(profile, { workspace: '/a', named: null }).opens.workspace).toBe('/a')
    watchCrashes(profile).opened('/b')
    expect(watchCrashes(profile).opens.workspace).toBe('/b')
    // It may have stopped before it was open again.
    expect(watchCrashes(profile).opens.workspace).toBe('/b')
  })

  it('opens after an update what was open before, not the old command line', () => {
    const profile = profileOf()
    const asked = { workspace: null, named: '/a' }
    for (const end of ['endedForUpdate', 'endedForFailedUpdate'] as const) {
      const before = watchCrashes(profile, asked)
      before.opened('/b')
      before.endedWell()
      before[end]()
      expect(watchCrashes(profile, asked).opens).toEqual({ workspace: '/b', named: null })
    }
  })

  it('opens nothing if the user ended the app', () => {
    const profile = profileOf()
    const before = watchCrashes(profile)
    before.opened('/b')
    before.endedWell()
    expect(watchCrashes(profile).opens).toEqual({ workspace: null, named: null })
  })
})

describe('An uncaught error', () => {
  it('restarts the app, unless the user is ending it', () => {
    const before = process.listeners('uncaughtException')
    const crashes = watchCrashes(profileOf())
    const mistake = (): void => {
      const added = process.listeners('uncaughtException').find((one) => !before.includes(one))
      added!(new Error('a mistake'), 'uncaughtException')
    }
    mistake()
    expect(electron.did).toEqual(['again', 'exit'])
    crashes.ending()
    mistake()
    expect(electron.did).toEqual(['again', 'exit'])
  })
})
