import { beforeEach, describe, expect, it } from 'vitest'
import { bindSecrets } from '../../../../src/main/storage/bound-secrets.ts'
import type { SecretStore } from '../../../../src/main/storage/secret-store.ts'

let stored: Map<string, string>
let address: string
const store = (): SecretStore => ({
  get: (name) => stored.get(name) ?? null,
  set: (name, value) => void (value === null ? stored.delete(name) : stored.set(name, value)),
  keptIn: () => 'memory',
  written: async () => {},
})
const open = () =>
  bindSecrets({
    secrets: store(),
    names: ['token'],
    addressOf: (name) => (name === 'token' ? address : null),
  })
beforeEach(() => {
  stored = new Map()
  address = 'ws://good:1'
})

describe('A secret', () => {
  it('is used only for the address it was entered for', () => {
    const secrets = open()
    secrets.set('token', 's3cret')
    expect(secrets.get('token')).toBe('s3cret')
    address = 'ws://evil:1'
    expect([secrets.get('token'), secrets.isForAnother('token')]).toEqual([null, true])
    // Nor after a restart with the address that was saved meanwhile.
    expect(open().get('token')).toBeNull()
    address = 'ws://good:1'
    expect([secrets.get('token'), secrets.isForAnother('token')]).toEqual(['s3cret', false])
  })

  it('of a version without addresses belongs to the address at that start', () => {
    stored.set('token', 's3cret')
    const secrets = open()
    expect(secrets.get('token')).toBe('s3cret')
    address = 'ws://evil:1'
    expect([secrets.get('token'), open().get('token')]).toEqual([null, null])
  })

  it('can be entered again for another address, and deleted', () => {
    const secrets = open()
    secrets.set('token', 'first')
    address = 'ws://other:1'
    secrets.set('token', 'second')
    expect(secrets.get('token')).toBe('second')
    secrets.set('token', null)
    expect([secrets.get('token'), secrets.isForAnother('token'), stored.size]).toEqual([null, false, 0])
  })

  it('that was entered without an address belongs to the first address that is set', () => {
    const secrets = open()
    address = ''
    secrets.set('token', 's3cret')
    expect(secrets.get('token')).toBe('s3cret')
    address = 'ws://good:1'
    expect(secrets.get('token')).toBe('s3cret')
    address = 'ws://evil:1'
    expect(secrets.get('token')).toBeNull()
    address = ''
    expect(secrets.get('token')).toBeNull()
  })

  it('without an address is not bound', () => {
    const secrets = open()
    secrets.set('device-key', 'mine')
    address = 'ws://evil:1'
    expect(secrets.get('device-key')).toBe('mine')
  })
})
