import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownToken } from '../../../../src/client/own-token.ts'
import { openLocalToken } from '../../../../src/main/gateways/local-token.ts'
import { createTempFolder, type TempFolder } from '../../../temp-folder.ts'

let folder: TempFolder
beforeEach(() => void (folder = createTempFolder()))
afterEach(() => folder.remove())

const file = (): string => join(folder.path, 'profile', 'gateway-token')
const opened = (): Promise<string> => openLocalToken(join(folder.path, 'profile'))
const isPosix = process.platform !== 'win32'
const here = new URL('ws://127.0.0.1:8765')

describe('the token of a profile', () => {
  it('is made once, with 256 bits, in a file and a folder that only its owner can read', async () => {
    const token = await opened()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await opened()).toBe(token)
    expect(readFileSync(file(), 'utf8')).toBe(`${token}\n`)
    expect(readdirSync(join(folder.path, 'profile'))).toEqual(['gateway-token'])
    if (!isPosix) return
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder.path, 'profile')).mode & 0o777).toBe(0o700)
  })

  it('is the same for all instances that start at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, opened))
    expect(new Set(tokens).size).toBe(1)
    expect(readdirSync(join(folder.path, 'profile'))).toEqual(['gateway-token'])
  })

  it.each([
    ['empty', ''],
    ['short', 'abc'],
    ['not a token', `${'x y'.repeat(20)}\n`],
    ['far too long', 'a'.repeat(100_000)],
    ['no text', randomBytes(43)],
  ])('is replaced if the file is %s', async (_, content) => {
    folder.write('profile/gateway-token', content)
    if (isPosix) chmodSync(file(), 0o600)
    const token = await opened()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(readFileSync(file(), 'utf8')).toBe(`${token}\n`)
  })

  it.runIf(isPosix)('is replaced if others could have read it', async () => {
    const first = await opened()
    chmodSync(file(), 0o644)
    const second = await opened()
    expect(second).not.toBe(first)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it.runIf(isPosix)('is neither read nor written through a symbolic link', async () => {
    const planted = 'p'.repeat(43)
    const target = folder.write('elsewhere', planted)
    chmodSync(target, 0o600)
    mkdirSync(join(folder.path, 'profile'))
    symlinkSync(target, file())
    const token = await opened()
    expect(token).not.toBe(planted)
    expect(lstatSync(file()).isFile()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe(planted)
  })

  it('causes an error if it cannot be stored', async () => {
    mkdirSync(file(), { recursive: true })
    await expect(opened()).rejects.toThrow()
    expect(readdirSync(join(folder.path, 'profile'))).toEqual(['gateway-token'])
  })
})

describe('the client', () => {
  it('sends the token of the profile only to a gateway on this computer', async () => {
    const token = await opened()
    const profile = join(folder.path, 'profile')
    for (const address of ['ws://127.0.0.1:8765', 'ws://localhost:1', 'ws://[::1]:8765', 'wss://127.0.0.2'])
      expect(await ownToken(new URL(address), profile), address).toBe(token)
    for (const address of [
      'ws://192.168.1.20:8765',
      'ws://localhost.example.org',
      'ws://127.0.0.1.example.org',
      'ws://0.0.0.0:8765',
      'ws://example.org/?at=127.0.0.1',
    ])
      expect(await ownToken(new URL(address), profile), address).toBeNull()
  })

  it('sends no token if there is none, or the file has anything else', async () => {
    expect(await ownToken(here, join(folder.path, 'nowhere'))).toBeNull()
    folder.write('profile/gateway-token', 'no token at all\n')
    expect(await ownToken(here, join(folder.path, 'profile'))).toBeNull()
  })
})
