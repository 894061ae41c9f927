import { describe, expect, test } from 'vitest'
import { createLatestOnly } from '../../../../src/renderer/ui/latest-only.ts'

/** A loader whose every load waits to be told how it ends. */
function stage() {
  const begun: { key: number; end: (value: string) => void; fail: (error: Error) => void }[] = []
  const told: string[] = []
  const latest = createLatestOnly<number, string>({
    load: (key) => new Promise((resolve, reject) => begun.push({ key, end: resolve, fail: reject })),
    loaded: (key, value) => told.push(`${key} ${value}`),
    failed: (key, error) => told.push(`${key} failed: ${String(error)}`),
  })
  return { begun, told, latest, keys: () => begun.map(({ key }) => key) }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('loading only what is wanted last', () => {
  test('fifty wishes in a row are two loads: the first and the last', async () => {
    const { begun, told, latest, keys } = stage()
    for (let key = 1; key <= 50; key++) latest.want(key)
    expect(keys()).toEqual([1])
    begun[0]?.end('there')
    await settled()
    expect(keys()).toEqual([1, 50])
    begun[1]?.end('there')
    await settled()
    expect(told).toEqual(['1 there', '50 there'])
    expect(keys()).toEqual([1, 50])
  })

  test('a load that fails is told, and the next wish is loaded all the same', async () => {
    const { begun, told, latest, keys } = stage()
    latest.want(1)
    latest.want(2)
    begun[0]?.fail(new Error('gone'))
    await settled()
    expect(told).toEqual(['1 failed: Error: gone'])
    expect(keys()).toEqual([1, 2])
  })

  test('after it is closed nothing is told and nothing begun', async () => {
    const { begun, told, latest, keys } = stage()
    latest.want(1)
    latest.want(2)
    latest.close()
    begun[0]?.end('late')
    await settled()
    latest.want(3)
    expect(told).toEqual([])
    expect(keys()).toEqual([1])
  })
})
