import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const module = join(import.meta.dirname, '../../../src/main/broken-output.ts')

it('What is printed to a terminal that is gone does not end the app', async () => {
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
