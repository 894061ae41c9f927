import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import { ownName } from '../../../src/main/own-name.ts'

it('Who runs this is called what the system calls them', () => {
  expect(ownName()).toBe(userInfo().username)
})

it('Who runs this as somebody the system does not know, as a container may, runs it all the same', () => {
  const unknown = (): never => {
    throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)')
  }
  expect(ownName(unknown)).toBe('Somebody')
  expect(ownName(() => ({ username: '' }))).toBe('Somebody')
})
