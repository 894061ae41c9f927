// What can happen to frames on their way: the same things each time for the same seed, so that what was found once can be
// found again.
import type { Frame } from './link.ts'

export interface FaultPlan {
  /** How likely it is, from 0 to 1. */
  drop: number
  reorder: number
  duplicate: number
  garble: number
  /** By how many milliseconds every frame is late. */
  delay: number
}

export type Happened = 'dropped' | 'held back' | 'doubled' | 'garbled'

export interface Faults {
  /** What the frame is now, what happened to it, and what is to be delivered now that it came, in order. */
  pass(frame: Frame): { frame: Frame; deliver: Frame[]; happened: Happened[] }
  /** What was held back for a next one that has not come. */
  rest(): Frame[]
}

const NO_FAULTS: FaultPlan = { drop: 0, reorder: 0, duplicate: 0, garble: 0, delay: 0 }
const LONGEST_DELAY_MS = 60_000

/** `drop=0.1,delay=50`; null for what cannot be read. */
export function parseFaults(text: string): FaultPlan | null {
  const plan = { ...NO_FAULTS }
  for (const part of text.split(',')) {
    const [name, figure, ...more] = part.split('=')
    const value = figure === undefined || figure.trim() === '' ? NaN : Number(figure)
    const most = name === 'delay' ? LONGEST_DELAY_MS : 1
    if (name === undefined || !Object.hasOwn(plan, name) || more.length > 0) return null
    if (!(value >= 0 && value <= most)) return null
    plan[name as keyof FaultPlan] = value
  }
  return plan
}

export function createFaults(plan: FaultPlan, seed: number): Faults {
  const random = randomFrom(seed)
  let held: Frame[] = []
  return {
    pass(given) {
      // All are drawn each time, so that one fault more or less does not change when the others happen.
      const [drop, garble, duplicate, reorder] = [random(), random(), random(), random()]
      const place = random()
      if (drop < plan.drop) return { frame: given, deliver: [], happened: ['dropped'] }
      const isGarbled = garble < plan.garble
      const isDoubled = duplicate < plan.duplicate
      const isLate = reorder < plan.reorder && held.length === 0
      const frame = isGarbled ? garbled(given, place) : given
      const copies = isDoubled ? [frame, frame] : [frame]
      const happened: Happened[] = [
        ...(isGarbled ? (['garbled'] as const) : []),
        ...(isDoubled ? (['doubled'] as const) : []),
        ...(isLate ? (['held back'] as const) : []),
      ]
      if (isLate) {
        held = copies
        return { frame, deliver: [], happened }
      }
      return { frame, deliver: [...copies, ...held.splice(0)], happened }
    },
    rest: () => held.splice(0),
  }
}

/** One letter or byte is another one now. */
function garbled(frame: Frame, place: number): Frame {
  if (typeof frame !== 'string') {
    const bytes = frame.slice()
    const at = Math.floor(place * bytes.length)
    if (at < bytes.length) bytes[at] = bytes[at]! ^ 0xff
    return bytes
  }
  const letters = Array.from(frame)
  const at = Math.floor(place * letters.length)
  if (at < letters.length) letters[at] = letters[at] === '#' ? '%' : '#'
  return letters.join('')
}

/** Mulberry32: small, even enough, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
