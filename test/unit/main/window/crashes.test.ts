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
  it('says that the app stopped unexpectedly when nobody ended it', () => {
    const profile = profileOf()
    watchCrashes(profile)
    expect(watchCrashes(profile).takeMishap()?.message).toContain('stopped unexpectedly')
  })

  it('says nothing when Windows was shut down with the window open', () => {
    const profile = profileOf()
    const window = Object.assign(new EventEmitter(), { webContents: new EventEmitter() })
    watchCrashes(profile).watch(window as unknown as BrowserWindow)
    window.emit('session-end')
    expect(watchCrashes(profile).takeMishap()).toBeNull()
  })

  it('says nothing when Linux or a Mac was shut down', () => {
    const profile = profileOf()
    watchCrashes(profile)
    electron.powerMonitor.emit('shutdown')
    expect(watchCrashes(profile).takeMishap()).toBeNull()
  })

  it('says once that a newer version could not be put in place', () => {
    const profile = profileOf()
    watchCrashes(profile).endedForNothing()
    const next = watchCrashes(profile)
    expect(next.takeMishap()?.message).toContain('could not be installed')
    next.endedWell()
    expect(watchCrashes(profile).takeMishap()).toBeNull()
  })
  it('opens the folder that was open when nobody ended it, unless it is asked for another', () => {
    const profile = profileOf()
    watchCrashes(profile).opened('/b')
    expect(watchCrashes(profile, { workspace: '/a', named: null }).opens.workspace).toBe('/a')
    watchCrashes(profile).opened('/b')
    expect(watchCrashes(profile).opens.workspace).toBe('/b')
    // It may have stopped before it was open again.
    expect(watchCrashes(profile).opens.workspace).toBe('/b')
  })

  it('opens what the newer version was put in the place of, and not what the older was started with', () => {
    const profile = profileOf()
    const asked = { workspace: null, named: '/a' }
    for (const end of ['endedForNewer', 'endedForNothing'] as const) {
      const before = watchCrashes(profile, asked)
      before.opened('/b')
      before.endedWell()
      before[end]()
      expect(watchCrashes(profile, asked).opens).toEqual({ workspace: '/b', named: null })
    }
  })

  it('opens nothing of its own accord when somebody ended the app', () => {
    const profile = profileOf()
    const before = watchCrashes(profile)
    before.opened('/b')
    before.endedWell()
    expect(watchCrashes(profile).opens).toEqual({ workspace: null, named: null })
  })
})

describe('A mistake that nobody caught', () => {
  it('starts the app again, unless somebody has ended it: who quits wants it gone', () => {
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
