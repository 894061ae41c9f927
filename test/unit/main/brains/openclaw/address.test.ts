import { describe, expect, it } from 'vitest'
import { addressOf } from '../../../../../src/main/brains/openclaw/address.ts'

describe('The address of a gateway', () => {
  it.each([
    ['localhost', 18_789, 'ws://localhost:18789', true],
    ['127.0.0.1', 1, 'ws://127.0.0.1:1', true],
    ['::1', 18_789, 'ws://[::1]:18789', true],
    ['gateway.local', 80, 'ws://gateway.local:80', false],
    ['wss://gateway.example', 443, 'wss://gateway.example:443', false],
    ['wss://localhost/', 443, 'wss://localhost:443', true],
  ])('%s is reached at %s', (host, port, url, isLocal) => {
    expect(addressOf(host, port)).toMatchObject({ url, isLocal, http: url.replace('ws', 'http') })
  })

  it.each(['', ' ', 'http://x', 'a b', 'user@host', 'host/path', 'host?x', '['])(
    '“%s” is not one',
    (host) => {
      expect(() => addressOf(host, 1)).toThrow('is not the address')
    },
  )
})
