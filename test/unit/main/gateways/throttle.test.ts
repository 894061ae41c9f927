import { expect, it } from 'vitest'
import { createThrottle } from '../../../../src/main/gateways/throttle.ts'

function throttled() {
  let now = 1_000_000
  const throttle = createThrottle(() => now)
  const fail = (address: string, times: number): void => {
    for (let time = 0; time < times; time++) throttle.failed(address)
  }
  return { ...throttle, fail, wait: (ms: number) => void (now += ms) }
}

it('An address may send a few wrong tokens, then waits, twice as long each time, up to a minute', () => {
  const { fail, waitMs, wait } = throttled()
  fail('10.0.0.1', 4)
  expect(waitMs('10.0.0.1')).toBe(0)
  const waits = Array.from({ length: 8 }, () => {
    fail('10.0.0.1', 1)
    const ms = waitMs('10.0.0.1')
    wait(ms)
    expect(waitMs('10.0.0.1')).toBe(0)
    return ms / 1000
  })
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(waitMs('10.0.0.2')).toBe(0)
})

it('An address starts again after ten quiet minutes', () => {
  const { fail, waitMs, wait } = throttled()
  fail('10.0.0.1', 9)
  wait(10 * 60_000)
  fail('10.0.0.1', 4)
  expect(waitMs('10.0.0.1')).toBe(0)
})

it('An IPv6 network counts as one address, and this computer as another', () => {
  const { fail, waitMs } = throttled()
  fail('2001:db8:1:2::1', 3)
  fail('2001:db8:1:2:aaaa:bbbb:cccc:dddd', 3)
  expect(waitMs('2001:db8:1:2::77')).toBeGreaterThan(0)
  expect(waitMs('2001:db8:1:3::1')).toBe(0)
  expect(waitMs('::1')).toBe(0)
})

it('If many addresses guess together, all are refused until the minute is over', () => {
  const { fail, waitMs, waitMsInAll, wait } = throttled()
  for (let host = 0; host < 99; host++) fail(`10.0.0.${host}`, 1)
  expect(waitMsInAll()).toBe(0)
  fail('10.0.1.1', 1)
  expect(waitMsInAll()).toBe(60_000)
  // This address does not have to wait for itself.
  expect(waitMs('10.0.1.1')).toBe(0)
  wait(60_000)
  expect(waitMsInAll()).toBe(0)
})

it('At most a thousand addresses are stored, those with the latest wrong tokens', () => {
  const { fail, waitMs } = throttled()
  fail('10.9.9.9', 9)
  for (let host = 0; host < 1_000; host++) fail(`10.0.${host >> 8}.${host & 255}`, 6)
  expect(waitMs('10.9.9.9')).toBe(0)
  expect(waitMs('10.0.0.0')).toBeGreaterThan(0)
})
