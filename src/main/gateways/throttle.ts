// Slows down guessing of tokens. After a few wrong ones an address has to wait, twice as long after each further one. If many
// addresses guess together, all wrong tokens are refused until the minute is over.
import { isIPv6 } from 'node:net'
import { BoundedMap } from '../../base/bounded.ts'

const FREE_FAILURES = 5
const FIRST_MS = 1_000
const MAX_WAIT_MS = 60_000
/** After this time without a wrong token, an address starts again. */
const FORGIVEN_MS = 10 * 60_000
const MAX_ADDRESSES = 1_000

const MAX_PER_MINUTE = 100
const MINUTE_MS = 60_000

export interface Throttle {
  /** How long this address has to wait, or 0. */
  waitMs(address: string): number
  /** How long wrong tokens from every address are refused, or 0. */
  waitMsInAll(): number
  failed(address: string): void
}

interface Count {
  failures: number
  last: number
  until: number
}

/** An IPv6 client owns all addresses of its network. */
const sourceOf = (address: string): string =>
  isIPv6(address) && address !== '::1' ? expanded(address).slice(0, 4).join(':') : address

function expanded(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(gap).fill('0'), ...right]
}

export function createThrottle(now: () => number): Throttle {
  // Guesses from more addresses than this are limited per minute.
  const counts = new BoundedMap<string, Count>(MAX_ADDRESSES)
  let minute = { began: 0, failures: 0 }

  function counted(before: Count | undefined): Count {
    const last = now()
    const failures = before && last - before.last < FORGIVEN_MS ? before.failures + 1 : 1
    const excess = failures - FREE_FAILURES
    const pause = excess < 0 ? 0 : Math.min(MAX_WAIT_MS, FIRST_MS * 2 ** Math.min(excess, 10))
    return { failures, last, until: last + pause }
  }

  return {
    waitMs: (address) => Math.max(0, (counts.get(sourceOf(address))?.until ?? 0) - now()),
    waitMsInAll: () => (minute.failures < MAX_PER_MINUTE ? 0 : Math.max(0, minute.began + MINUTE_MS - now())),
    failed(address) {
      const source = sourceOf(address)
      counts.set(source, counted(counts.get(source)))
      const at = now()
      const isNew = at - minute.began >= MINUTE_MS
      minute = isNew ? { began: at, failures: 1 } : { ...minute, failures: minute.failures + 1 }
    },
  }
}
