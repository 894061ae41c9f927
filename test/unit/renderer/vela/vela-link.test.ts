import { afterEach, describe, expect, it, vi } from 'vitest'
import { createVelaLink, needsNetwork, socketAddress } from '../../../../src/renderer/vela/vela-link.ts'

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

describe('the page’s socket, when the network is gone', () => {
  class FakeSocket extends EventTarget {
    static readonly OPEN = 1
    static made: FakeSocket[] = []
    readyState = FakeSocket.OPEN
    closed = false
    constructor() {
      super()
      FakeSocket.made.push(this)
    }
    close(): void {
      this.closed = true
    }
  }
  afterEach(() => {
    FakeSocket.made = []
    vi.unstubAllGlobals()
  })

  it('is over at once, and says nothing more', () => {
    vi.stubGlobal('WebSocket', FakeSocket)
    const told: unknown[] = []
    const link = createVelaLink({
      address: () => 'ws://desk:8765/ws',
      onOpened: () => told.push('opened'),
      onMessage: (data) => told.push(data),
      onFailed: () => told.push('failed'),
      onClosed: (code) => told.push(code),
    })
    link.drop()
    link.connect()
    const [socket] = FakeSocket.made
    socket!.dispatchEvent(new Event('open'))
    link.drop()
    expect(socket!.closed).toBe(true)
    socket!.dispatchEvent(new MessageEvent('message', { data: 'late' }))
    socket!.dispatchEvent(new Event('close'))
    expect(told).toEqual(['opened', 1006])
  })

  it.each([
    ['http://127.0.0.1:8765/vela', false],
    ['http://localhost:8765/vela', false],
    ['http://[::1]:8765/vela', false],
    ['http://192.168.1.5:8765/vela', true],
    ['https://desk.example/vela', true],
  ])('at %s, needed one: %s', (page, needed) => {
    expect(needsNetwork(page)).toBe(needed)
  })
})
