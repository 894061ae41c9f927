// Which items of a list are on the page, in order.

export interface Mounted {
  index: number
  /** The first of the unmounted items before it; itself if there are none. */
  missing: number
}

export function mountedItems(
  range: { from: number; to: number },
  /** Items that must stay mounted, wherever they are. */
  always: readonly number[],
  count: number,
): Mounted[] {
  const indexes = new Set(always)
  for (let index = range.from; index <= range.to; index += 1) indexes.add(index)
  let next = 0
  return [...indexes]
    .filter((index) => index < count)
    .toSorted((one, other) => one - other)
    .map((index) => {
      const missing = next
      next = index + 1
      return { index, missing }
    })
}
