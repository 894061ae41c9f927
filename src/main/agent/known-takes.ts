// What became of the latest takes, by the names their windows gave them: a window whose link broke sends a take again, and
// it must become a turn once.

export interface KnownTakes {
  /** Its end was told. */
  ended(takeId: string): void
  isOver(takeId: string): boolean
  /** Its link broke; what there is of it is kept by the ears under a name of theirs. */
  cut(takeId: string, keptAs: string): void
  /** What is kept of one that was cut off, once; null where nothing is. */
  cutOff(takeId: string): string | null
}

const REMEMBERED = 100

export function createKnownTakes(): KnownTakes {
  const over = new Set<string>()
  const kept = new Map<string, string>()

  const forgetOldest = (names: Set<string> | Map<string, string>): void => {
    if (names.size > REMEMBERED) names.delete(names.keys().next().value!)
  }

  return {
    ended(takeId) {
      over.add(takeId)
      forgetOldest(over)
    },
    isOver: (takeId) => over.has(takeId),
    cut(takeId, keptAs) {
      kept.set(takeId, keptAs)
      forgetOldest(kept)
    },
    cutOff(takeId) {
      const found = kept.get(takeId) ?? null
      kept.delete(takeId)
      return found
    },
  }
}
