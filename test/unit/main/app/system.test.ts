import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { userName } from '../../../../src/main/app/system.ts'

const module = join(import.meta.dirname, '../../../../src/main/app/system.ts')

it('The user has the name the system gives them', () => {
  expect(userName()).toBe(userInfo().username)
})

it('A user the system has no name for, as in a container, can run Parley', () => {
  const unknown = (): never => {
    throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)')
  }
  expect(userName(unknown)).toBe('Somebody')
  expect(userName(() => ({ username: '' }))).toBe('Somebody')
})

it('Printing to a terminal that is gone does not end the app', async () => {
  const program = `
    import { surviveBrokenOutput } from ${JSON.stringify(module)}
    surviveBrokenOutput()
    process.stdin.once('data', () => process.stderr.write('a line', () => setImmediate(() => process.exit(7))))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  child.stderr.destroy()
  await once(child.stderr, 'close')
  const ended = once(child, 'exit')
  child.stdin.write('go')
  expect(await ended).toEqual([7, null])
})
