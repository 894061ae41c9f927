// A number typed digit by digit: it counts as soon as no longer number begins with it, else with Enter.

export type TypedNumber =
  /** The key is meant for something else. */
  | { tag: 'ignored' }
  /** More digits may follow; empty when all were deleted. */
  | { tag: 'waits'; typed: string }
  /** No number begins like this. */
  | { tag: 'unknown'; typed: string }
  | { tag: 'chosen'; number: number }

/** `shown` are the numbers that can be meant. */
export function typeNumber(typed: string, key: string, shown: readonly number[]): TypedNumber {
  if (key === 'Backspace' && typed !== '') return { tag: 'waits', typed: typed.slice(0, -1) }
  if (key === 'Enter' && typed !== '') return finished(typed, shown)
  if (!/^\d$/.test(key) || (key === '0' && typed === '')) return { tag: 'ignored' }
  const longer = `${typed}${key}`
  const possible = shown.filter((number) => String(number).startsWith(longer))
  if (possible.length === 0) return { tag: 'unknown', typed: longer }
  return possible.length === 1 && possible[0] === Number(longer)
    ? { tag: 'chosen', number: Number(longer) }
    : { tag: 'waits', typed: longer }
}

const finished = (typed: string, shown: readonly number[]): TypedNumber =>
  shown.includes(Number(typed)) ? { tag: 'chosen', number: Number(typed) } : { tag: 'unknown', typed }

/** Whether a number may still be meant. */
export const isPossible = (typed: string, number: number): boolean => String(number).startsWith(typed)
