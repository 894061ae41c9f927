// The heights of a long list's items, most of which are estimates. Finding an item by its position and changing a height
// both take logarithmic time: the sums are in a binary indexed tree.

export interface Heights {
  total(): number
  of(item: number): number
  /** The position of an item. */
  before(item: number): number
  /** The item at a position; the first or last one for positions outside. */
  at(place: number): number
  change(item: number, height: number): void
}

export function createHeights(heights: Float64Array): Heights {
  const { length } = heights
  const sums = new Float64Array(length + 1)
  for (let at = 1; at <= length; at += 1) {
    sums[at]! += heights[at - 1]!
    const parent = at + (at & -at)
    if (parent <= length) sums[parent]! += sums[at]!
  }
  const before = (item: number): number => {
    let sum = 0
    for (let at = Math.min(item, length); at > 0; at -= at & -at) sum += sums[at]!
    return sum
  }
  const highest = 2 ** Math.floor(Math.log2(Math.max(1, length)))
  return {
    total: () => before(length),
    of: (item) => heights[item] ?? 0,
    before,
    at(place) {
      let item = 0
      let left = place
      for (let step = highest; step > 0; step >>= 1) {
        if (item + step > length || sums[item + step]! > left) continue
        item += step
        left -= sums[item]!
      }
      return Math.max(0, Math.min(item, length - 1))
    },
    change(item, height) {
      const by = height - heights[item]!
      heights[item] = height
      for (let at = item + 1; at <= length; at += at & -at) sums[at]! += by
    },
  }
}
