import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerRequest, type IpcHandlers } from '../../../../src/main/ipc/answer-request.ts'
import { FaultError } from '../../../../src/shared/errors.ts'
import { ipcRequestNames, ipcRequests } from '../../../../src/shared/ipc.ts'

const handlers = {
  'workspace.open': ({ path }: { path: string }) => {
    if (path === '/gone') throw new FaultError('not_a_folder', 'It is gone.', 'Choose another.')
    return { path, name: 'x', branch: null, trust: 'trusted', replacedBrain: null }
  },
} as unknown as IpcHandlers

describe('A request of the window', () => {
  it('is answered if its name and input are valid', async () => {
    expect(
      await answerRequest(ipcRequests, handlers, 'desktop', 'workspace.open', { path: '/code' }),
    ).toEqual({
      ok: true,
      value: { path: '/code', name: 'x', branch: null, trust: 'trusted', replacedBrain: null },
    })
  })

  it('is answered with a fault as data if it fails', async () => {
    expect(
      await answerRequest(ipcRequests, handlers, 'desktop', 'workspace.open', { path: '/gone' }),
    ).toEqual({
      ok: false,
      fault: { code: 'not_a_folder', message: 'It is gone.', remedy: 'Choose another.', retryable: false },
    })
  })

  it.each([
    ['__proto__', null],
    ['constructor', null],
    ['nothing.like.it', null],
    [{ toString: (): string => 'workspace.open' }, { path: '/code' }],
    ['workspace.open', null],
    ['workspace.open', { path: 3 }],
    ['workspace.open', { path: '' }],
    ['workspace.open', { path: 'x'.repeat(5_000) }],
    ['settings.write', { theme: 'pink' }],
    ['link.open', 'https://example.org'],
    ['app.describe', { extra: true }],
  ])('is refused if it is %j with %j', async (name, input) => {
    expect(await answerRequest(ipcRequests, handlers, 'desktop', name, input)).toMatchObject({
      ok: false,
      fault: { code: 'bad_request' },
    })
  })

  it('is refused in a browser if only the desktop app can do it', async () => {
    const any = new Proxy({}, { get: () => () => 'answered' }) as IpcHandlers
    const desktopOnly = ipcRequestNames.filter((name) => ipcRequests[name].desktopOnly)
    expect(desktopOnly).toEqual(['workspace.pick', 'livekit.program.pick'])
    for (const name of desktopOnly) {
      expect(await answerRequest(ipcRequests, any, 'desktop', name, null)).toMatchObject({ ok: true })
      expect(await answerRequest(ipcRequests, any, 'browser', name, null)).toMatchObject({
        ok: false,
        fault: { code: 'not_allowed' },
      })
    }
  })

  it('takes no input unless the table says so', async () => {
    const any = new Proxy({}, { get: () => () => 'answered' }) as IpcHandlers
    const plain = ipcRequestNames.filter((name) => ipcRequests[name].input.safeParse(null).success)
    expect(plain).toContain('app.describe')
    for (const name of plain)
      expect(await answerRequest(ipcRequests, any, 'desktop', name, { extra: true })).toMatchObject({
        ok: false,
      })
  })

  it('is answered from any table that it is given', async () => {
    const table = { 'tide.at': { input: z.number() } }
    const tide = { 'tide.at': (hour: number) => `high at ${hour}` }
    expect(await answerRequest(table, tide, 'browser', 'tide.at', 6)).toEqual({
      ok: true,
      value: 'high at 6',
    })
    for (const [name, input] of [
      ['tide.at', 'six'],
      ['app.describe', null],
    ] as const)
      expect(await answerRequest(table, tide, 'browser', name, input)).toMatchObject({
        ok: false,
        fault: { code: 'bad_request' },
      })
  })
})
