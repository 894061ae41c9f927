// Where the badges go: at a corner of their elements, inside the window, and none on top of another.

export interface BadgeBox {
  left: number
  top: number
  width: number
  height: number
}

interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Labelled {
  number: number
  box: Edges
  /** A point of the element that nothing covers. */
  at: { x: number; y: number }
  isRow: boolean
}

export const BADGE_HEIGHT = 16
const DIGIT = 7
const PADDING = 9

export function badgePlaces(
  labelled: readonly Labelled[],
  window: { width: number; height: number },
): BadgeBox[] {
  const placed: BadgeBox[] = []
  for (const one of labelled) {
    const width = String(one.number).length * DIGIT + PADDING
    const candidates = corners(one, width).map(({ left, top }) => ({
      left: Math.round(Math.max(0, Math.min(left, window.width - width))),
      top: Math.round(Math.max(0, Math.min(top, window.height - BADGE_HEIGHT))),
      width,
      height: BADGE_HEIGHT,
    }))
    const free = candidates.find((box) => !placed.some((other) => overlap(box, other)))
    placed.push(free ?? candidates[0]!)
  }
  return placed
}

/** The middle of a badge is on the corner, so that it hides little of the element. */
function corners({ box, at, isRow }: Labelled, width: number): { left: number; top: number }[] {
  const half = BADGE_HEIGHT / 2
  const middle = (box.top + box.bottom) / 2 - half
  const [left, right] = [box.left - width / 2, box.right - width / 2]
  // The corner may be scrolled away, or under something else.
  const isCut = at.y > box.top + BADGE_HEIGHT
  const top = isRow ? middle : isCut ? at.y - half : box.top - half
  return [
    { left: isRow ? box.left - 6 : left, top },
    { left: right, top },
    { left, top: box.bottom - half },
    { left: right, top: box.bottom - half },
    { left: box.left - width, top: middle },
    { left: box.right, top: middle },
  ]
}

const overlap = (one: BadgeBox, other: BadgeBox): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height
