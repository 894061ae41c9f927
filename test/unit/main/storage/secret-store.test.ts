import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openSecrets, type Keychain } from '../../../../src/main/storage/secret-store.ts'
import { createTempFolder, type TempFolder } from '../../../temp-folder.ts'

const folders: TempFolder[] = []
afterEach(() => folders.splice(0).forEach((folder) => folder.remove()))

/** Reverses the text, which is enough to see that the plain text is not on disk. */
const keychain = (isAvailable = true): Keychain => ({
  isAvailable: () => isAvailable,
  seal: (text) => text.split('').toReversed().join(''),
  unseal(sealed) {
    if (sealed.startsWith('?')) throw new Error('sealed elsewhere')
    return sealed.split('').toReversed().join('')
  },
})

function profile(): TempFolder {
  const folder = createTempFolder()
  folders.push(folder)
  return folder
}

const open = (folder: TempFolder, given: Keychain | null, useFile = false, problems: unknown[] = []) =>
  openSecrets({ profile: folder.path, keychain: given, useFile, onError: (error) => problems.push(error) })

describe('Secrets', () => {
  it('are encrypted by the keychain, and found again', async () => {
    const folder = profile()
    const secrets = await open(folder, keychain())
    expect(secrets.keptIn()).toBe('keychain')
    secrets.set('token', 'a-real-secret')
    await secrets.written()
    expect(readFileSync(join(folder.path, 'secrets.json'), 'utf8')).not.toContain('a-real-secret')
    expect((await open(folder, keychain())).get('token')).toBe('a-real-secret')
  })

  it('stay in memory without a keychain, and leave nothing on disk', async () => {
    for (const none of [null, keychain(false)]) {
      const folder = profile()
      const secrets = await open(folder, none)
      expect(secrets.keptIn()).toBe('memory')
      secrets.set('token', 'a-real-secret')
      await secrets.written()
      expect(secrets.get('token')).toBe('a-real-secret')
      expect(() => statSync(join(folder.path, 'secrets.json'))).toThrow('ENOENT')
    }
  })

  it('leave the file when the settings no longer ask for it: for the keychain, or for good', async () => {
    const inFile = async () => {
      const folder = profile()
      const secrets = await open(folder, null, true)
      secrets.set('token', 'a-real-secret')
      await secrets.written()
      return folder
    }
    const left = await inFile()
    const secrets = await open(left, null)
    await secrets.written()
    expect(secrets.get('token')).toBeNull()
    expect(() => statSync(join(left.path, 'secrets.json'))).toThrow('ENOENT')

    const taken = await inFile()
    const sealed = await open(taken, keychain())
    await sealed.written()
    expect(sealed.get('token')).toBe('a-real-secret')
    expect(readFileSync(join(taken.path, 'secrets.json'), 'utf8')).not.toContain('a-real-secret')
    expect((await open(taken, keychain())).get('token')).toBe('a-real-secret')
  })

  it('are in a file that only the user can read if the settings ask for it, and only then', async () => {
    const folder = profile()
    const secrets = await open(folder, null, true)
    expect(secrets.keptIn()).toBe('file')
    secrets.set('token', 'a-real-secret')
    await secrets.written()
    expect(statSync(join(folder.path, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect((await open(folder, null, true)).get('token')).toBe('a-real-secret')
    expect((await open(folder, null)).get('token')).toBeNull()
  })

  it('are deleted on disk too', async () => {
    const folder = profile()
    const secrets = await open(folder, keychain())
    secrets.set('token', 'one')
    secrets.set('token', null)
    await secrets.written()
    expect(secrets.get('token')).toBeNull()
    expect((await open(folder, keychain())).get('token')).toBeNull()
  })

  it('of another keychain are missing, and the others are there', async () => {
    const folder = profile()
    folder.write('secrets.json', JSON.stringify({ how: 'sealed', secrets: { old: '?xx', mine: 'olleh' } }))
    const problems: unknown[] = []
    const secrets = await open(folder, keychain(), false, problems)
    expect(secrets.get('old')).toBeNull()
    expect(secrets.get('mine')).toBe('hello')
    expect(problems).toHaveLength(1)
  })

  it.each(['', '{', '[]', '{"how":"plain"}', '{"how":"other","secrets":{}}'])(
    'are empty if the file is damaged: %s',
    async (text) => {
      const folder = profile()
      folder.write('secrets.json', text)
      expect((await open(folder, keychain())).get('token')).toBeNull()
    },
  )
})
