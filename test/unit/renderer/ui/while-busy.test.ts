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

test('it is busy while the work goes on, and no longer when it is done', async () => {
  expect(await run(async () => {})).toEqual([true, 'at it', false])
})

test('what fails is said, and can be tried again', async () => {
  const failure = new Error('The words could still not be made out.')
  expect(await run(() => Promise.reject(failure))).toEqual([true, 'at it', failure, false])
})
