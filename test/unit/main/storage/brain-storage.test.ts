import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBrainStorage } from '../../../../src/main/storage/brain-storage.ts'
import { createTempFolder, type TempFolder } from '../../../temp-folder.ts'

let profile: TempFolder
beforeEach(() => {
  profile = createTempFolder()
})
afterEach(() => profile.remove())

const fail = (): never => {
  throw new Error('a problem')
}

describe('the storage of brains', () => {
  it('keeps values for the next start, and writes nothing before there is one', async () => {
    const storage = openBrainStorage(profile.path, fail)
    expect(await storage.get('a')).toBeNull()
    await storage.set('a', null)
    expect(existsSync(path.join(profile.path, 'brain-sessions.json'))).toBe(false)
    await storage.set('a', '1')
    await storage.set('b', '2')
    await storage.set('b', null)
    const again = openBrainStorage(profile.path, fail)
    expect(await again.get('a')).toBe('1')
    expect(await again.get('b')).toBeNull()
  })

  it('forgets the oldest of many', async () => {
    const entries = Array.from({ length: 500 }, (_, n) => [`key ${n}`, 'x'])
    profile.write('brain-sessions.json', JSON.stringify(entries))
    const storage = openBrainStorage(profile.path, fail)
    await storage.set('new', 'y')
    expect(await storage.get('new')).toBe('y')
    expect(await storage.get('key 498')).toBe('x')
    expect(await storage.get('key 499')).toBeNull()
  })
})
