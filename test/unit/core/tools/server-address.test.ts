import { describe, expect, it } from 'vitest'
import { isPortTaken, serverAddress } from '../../../../src/core/tools/server-address.ts'

describe('The address of a server', () => {
  it.each([
    [
      '\u001b[32m➜\u001b[39m  \u001b[1mLocal\u001b[22m:   \u001b[36mhttp://localhost:\u001b[1m5173\u001b[22m/\u001b[39m',
      'http://localhost:5173/',
    ],
    ['- Local:        http://localhost:3000', 'http://localhost:3000/'],
    ['Starting development server at http://127.0.0.1:8000/\nQuit with CONTROL-C.', 'http://127.0.0.1:8000/'],
    ['* Listening on http://0.0.0.0:4000', 'http://localhost:4000/'],
    ['Server listening at http://[::]:3001', 'http://localhost:3001/'],
    ['ready - started server on 0.0.0.0:3000, url: http://localhost:3000', 'http://localhost:3000/'],
    ['Example app listening on port 3000', 'http://localhost:3000/'],
    ['Server running on port: 8080!', 'http://localhost:8080/'],
    ['listening on :8080', 'http://localhost:8080/'],
    ['Listening on 127.0.0.1:9000', 'http://localhost:9000/'],
    ['Now listening on: https://localhost:7001/app', 'https://localhost:7001/app'],
    ['Open http://localhost:5000.', 'http://localhost:5000/'],
  ])('in %j', (output, address) => expect(serverAddress(output)).toBe(address))

  it.each([
    'See https://vite.dev/guide for help',
    'compiled 12 modules in 300 ms',
    'http://localhost:99999/',
    'Error: listen EADDRINUSE: address already in use 127.0.0.1:3000',
    'http://localhost.evil.example/ and http://localhost:80evil',
    'connected to port 5432 of the database',
    'http://evil.example:3000/ is not here',
  ])('is not in %j', (output) => expect(serverAddress(output)).toBeNull())

  it('has no sign that a page or a shell would read as more', () => {
    const found = serverAddress('http://localhost:3000/a)](javascript:x)<b>`$(x)` "q"')
    expect(found).toBe('http://localhost:3000/a')
  })

  it('is found quickly in endless lines', () => {
    expect(
      serverAddress(`listening ${'port '.repeat(200_000)}\n${'http://localhost:'.repeat(50_000)}`),
    ).toBeNull()
  })
})

it('A port in use is recognized', () => {
  expect(isPortTaken('Error: listen EADDRINUSE: address already in use :::3000')).toBe(true)
  expect(isPortTaken('Port 3000 is already in use')).toBe(true)
  expect(isPortTaken('use port 3000')).toBe(false)
})
