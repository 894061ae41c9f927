import { describe, expect, test } from 'vitest'
import { createLatestOnly } from '../../../../src/renderer/ui/latest-only.ts'

/** A loader whose loads the test settles. */
function stage() {
  const begun: { key: number; end: (value: string) => void; fail: (error: Error) => void }[] = []
  const reported: string[] = []
  const latest = createLatestOnly<number, string>({
    load: (key) => new Promise((resolve, reject) => begun.push({ key, end: resolve, fail: reject })),
    loaded: (key, value) => reported.push(`${key} ${value}`),
    failed: (key, error) => reported.push(`${key} failed: ${String(error)}`),
  })
  return { begun, reported, latest, keys: () => begun.map(({ key }) => key) }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('loading only the latest', () => {
  test('fifty requests in a row cause two loads: the first and the last', async () => {
    const { begun, reported, latest, keys } = stage()
    for (let key = 1; key <= 50; key++) latest.want(key)
    expect(keys()).toEqual([1])
    begun[0]?.end('there')
    await settled()
    expect(keys()).toEqual([1, 50])
    begun[1]?.end('there')
    await settled()
    expect(reported).toEqual(['1 there', '50 there'])
    expect(keys()).toEqual([1, 50])
  })

  test('a failed load is reported, and the next one still runs', async () => {
    const { begun, reported, latest, keys } = stage()
    latest.want(1)
    latest.want(2)
    begun[0]?.fail(new Error('gone'))
    await settled()
    expect(reported).toEqual(['1 failed: Error: gone'])
    expect(keys()).toEqual([1, 2])
  })

  test('nothing is reported or started after it was closed', async () => {
    const { begun, reported, latest, keys } = stage()
    latest.want(1)
    latest.want(2)
    latest.close()
    begun[0]?.end('late')
    await settled()
    latest.want(3)
    expect(reported).toEqual([])
    expect(keys()).toEqual([1])
  })
})
