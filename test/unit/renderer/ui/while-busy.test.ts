import { expect, test } from 'vitest'
import { whileBusy } from '../../../../src/renderer/ui/while-busy.ts'

async function run(work: () => Promise<void>): Promise<unknown[]> {
  const log: unknown[] = []
  await whileBusy(
    (busy) => log.push(busy),
    async () => {
      log.push('at it')
      await work()
    },
    (error) => log.push(error),
  )
  return log
}

test('it is busy while the work runs', async () => {
  expect(await run(async () => {})).toEqual([true, 'at it', false])
})

test('a failure is reported, and the user can try again', async () => {
  const failure = new Error('The take still cannot be transcribed.')
  expect(await run(() => Promise.reject(failure))).toEqual([true, 'at it', failure, false])
})
