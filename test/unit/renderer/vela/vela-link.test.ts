import { describe, expect, it } from 'vitest'
import { socketAddress } from '../../../../src/renderer/vela/vela-link.ts'

describe('where the page’s socket is', () => {
  it.each([
    ['http://127.0.0.1:8765/vela', 'ws://127.0.0.1:8765/ws'],
    ['https://desk.example/vela', 'wss://desk.example/ws'],
    ['http://desk:8765/vela#token=a%2Bb', 'ws://desk:8765/ws?token=a%2Bb'],
    ['http://desk:8765/vela?token=query', 'ws://desk:8765/ws?token=query'],
    ['http://desk:8765/vela?token=query#token=hash', 'ws://desk:8765/ws?token=hash'],
    ['http://desk:8765/vela#token=', 'ws://desk:8765/ws?token='],
    ['http://[::1]:8765/vela', 'ws://[::1]:8765/ws'],
  ])('for %s is %s', (page, socket) => {
    expect(socketAddress(page)).toBe(socket)
  })
})
