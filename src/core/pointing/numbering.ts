// Which number means which element of the window. A number keeps its meaning while somebody may be saying it: an element
// keeps its number, and a number that became free stays free for a while.

/** Nobody takes longer from reading a number to the end of its recognition. */
export const RESERVED_MS = 6000
/** More than fit on any window. */
export const MAX_NUMBERS = 200

interface Numbered<Target> {
  number: number
  target: Target
  /** Since when the number is shown on it. */
  since: number
}

interface Freed<Target> {
  target: Target
  at: number
}

export interface Numbering<Target> {
  /** By number. */
  shown: readonly Numbered<Target>[]
  freed: ReadonlyMap<number, Freed<Target>>
}

export const noNumbers: Numbering<never> = { shown: [], freed: new Map() }

/** The numbers of what can be pressed now, in its order. */
export function renumbered<Target>(
  before: Numbering<Target>,
  present: readonly Target[],
  now: number,
): Numbering<Target> {
  const known = new Map(before.shown.map((one) => [one.target, one]))
  const wanted = new Set(present.slice(0, MAX_NUMBERS))
  const freed = new Map([...before.freed].filter(([, { at }]) => now - at < RESERVED_MS))
  for (const { number, target } of before.shown)
    if (!wanted.has(target)) freed.set(number, { target, at: now })
  const returned = new Map([...freed].map(([number, { target }]) => [target, number]))
  const taken = new Set([...freed.keys(), ...before.shown.map(({ number }) => number)])
  let next = 1
  const shown = [...wanted].map((target): Numbered<Target> => {
    const kept = known.get(target)
    if (kept) return kept
    const own = returned.get(target)
    if (own !== undefined) {
      freed.delete(own)
      return { number: own, target, since: now }
    }
    while (taken.has(next)) next++
    taken.add(next)
    return { number: next, target, since: now }
  })
  return { shown: shown.toSorted((one, other) => one.number - other.number), freed }
}

export const meantBy = <Target>({ shown }: Numbering<Target>, number: number): Numbered<Target> | null =>
  shown.find((one) => one.number === number) ?? null

export const highest = ({ shown }: Numbering<unknown>): number => shown.at(-1)?.number ?? 0
