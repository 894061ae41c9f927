import { describe, expect, it } from 'vitest'
import { answerRequest, type IpcHandlers } from '../../../src/main/ipc/answer-request.ts'
import { FaultError } from '../../../src/shared/errors.ts'
import { ipcInputs } from '../../../src/shared/ipc-schemas.ts'
import { ipcRequestNames } from '../../../src/shared/ipc.ts'

const handlers = {
  'workspace.open': ({ path }: { path: string }) => {
    if (path === '/gone') throw new FaultError('not_a_folder', 'It is gone.', 'Choose another.')
    return { path, name: 'x', branch: null }
  },
} as unknown as IpcHandlers

describe('a request of the window', () => {
  it('is answered when its name and arguments fit', async () => {
    expect(await answerRequest(handlers, 'workspace.open', { path: '/code' })).toEqual({
      ok: true,
      value: { path: '/code', name: 'x', branch: null },
    })
  })

  it('brings a fault back in words', async () => {
    expect(await answerRequest(handlers, 'workspace.open', { path: '/gone' })).toEqual({
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
  ])('is refused when it is %j with %j', async (name, input) => {
    expect(await answerRequest(handlers, name, input)).toMatchObject({
      ok: false,
      fault: { code: 'bad_request' },
    })
  })

  it('has a shape for every name in the table', () => {
    expect(Object.keys(ipcInputs).sort()).toEqual([...ipcRequestNames].sort())
  })
})
