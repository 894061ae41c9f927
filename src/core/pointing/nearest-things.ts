// Which of many things a window reports: the first and the last ones, to count from either end, and those around the user.
import { MAX_THINGS, MAX_THING_NAME, type ScreenThing, type ThingKind } from '../../shared/screen.ts'
import { FIRST_KNOWN } from './resolve-thing.ts'

/** Of the characters of a report that a room carries in one piece. */
const MAX_CHARACTERS = 9_000

/** `near` is the index of the one at the user's position. */
export function nearestThings(
  things: readonly ScreenThing[],
  near: number,
): { things: ScreenThing[]; cut?: true } {
  const chosen = new Map<number, ScreenThing>()
  let left = MAX_CHARACTERS
  for (const at of inOrder(things, near)) {
    if (chosen.has(at)) continue
    const thing = withShortName(things[at]!)
    left -= JSON.stringify(thing).length
    if (left < 0 || chosen.size >= MAX_THINGS) break
    chosen.set(at, thing)
  }
  const kept = [...chosen].toSorted(([one], [other]) => one - other).map(([, thing]) => thing)
  return kept.length === things.length ? { things: kept } : { things: kept, cut: true }
}

/** The indexes, the most useful first: the last one of each kind, the first ones, then from the user outwards. */
function* inOrder(things: readonly ScreenThing[], near: number): Generator<number> {
  const last = new Map<ThingKind, number>()
  for (const [at, { kind }] of things.entries()) last.set(kind, at)
  yield* last.values()
  for (let at = 0; at < Math.min(FIRST_KNOWN, things.length); at++) yield at
  for (let away = 0; away < things.length; away++) {
    if (near + away < things.length) yield near + away
    if (near - away >= 0 && near - away < things.length) yield near - away
  }
}

const withShortName = (thing: ScreenThing): ScreenThing =>
  thing.name === undefined ? thing : { ...thing, name: thing.name.slice(0, MAX_THING_NAME) }
