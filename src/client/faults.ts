// Disturbs frames like a bad connection does. The same seed gives the same faults, so that a failure can be repeated.
import type { Clock } from '../core/ports/clock.ts'
import type { Frame } from './link.ts'

export interface FaultPlan {
  /** A probability from 0 to 1, like the next three. */
  drop: number
  reorder: number
  duplicate: number
  garble: number
  /** Milliseconds added to every frame. */
  delay: number
}

export type Fault = 'dropped' | 'held back' | 'doubled' | 'garbled'

export interface Faults {
  /** The frame after its faults, the faults, and the frames to deliver now, in order. */
  pass(frame: Frame): { frame: Frame; deliver: Frame[]; happened: Fault[] }
  /** Frames that still wait for the next one. */
  rest(): Frame[]
}

const NO_FAULTS: FaultPlan = { drop: 0, reorder: 0, duplicate: 0, garble: 0, delay: 0 }
const MAX_DELAY_MS = 60_000

/** Reads `drop=0.1,delay=50`; null if the text is wrong. */
export function parseFaults(text: string): FaultPlan | null {
  const plan = { ...NO_FAULTS }
  for (const part of text.split(',')) {
    const [name, figure, ...more] = part.split('=')
    const value = figure === undefined || figure.trim() === '' ? NaN : Number(figure)
    const max = name === 'delay' ? MAX_DELAY_MS : 1
    if (name === undefined || !Object.hasOwn(plan, name) || more.length > 0) return null
    if (!(value >= 0 && value <= max)) return null
    plan[name as keyof FaultPlan] = value
  }
  return plan
}

export function createFaults(plan: FaultPlan, seed: number): Faults {
  const random = randomFrom(seed)
  let held: Frame[] = []
  return {
    pass(given) {
      // Draws all numbers each time, so that one fault does not shift the others.
      const [drop, garble, duplicate, reorder] = [random(), random(), random(), random()]
      const position = random()
      if (drop < plan.drop) return { frame: given, deliver: [], happened: ['dropped'] }
      const isGarbled = garble < plan.garble
      const isDoubled = duplicate < plan.duplicate
      const isLate = reorder < plan.reorder && held.length === 0
      const frame = isGarbled ? garbled(given, position) : given
      const copies = isDoubled ? [frame, frame] : [frame]
      const happened: Fault[] = [
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

/** Changes one character or byte. */
function garbled(frame: Frame, position: number): Frame {
  if (typeof frame !== 'string') {
    const bytes = frame.slice()
    const at = Math.floor(position * bytes.length)
    if (at < bytes.length) bytes[at] = bytes[at]! ^ 0xff
    return bytes
  }
  const characters = Array.from(frame)
  const at = Math.floor(position * characters.length)
  if (at < characters.length) characters[at] = characters[at] === '#' ? '%' : '#'
  return characters.join('')
}

/** Mulberry32: small, and the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A frame that was held back is sent after this time if no other frame follows. */
const MAX_HOLD_MS = 250

interface PipeDeps {
  plan: FaultPlan
  seed: number
  clock: Clock
  deliver(frame: Frame): void
  /** The frame after its faults. */
  onFrame(frame: Frame, happened: readonly Fault[]): void
}

export function createFaultyPipe({ plan, seed, clock, deliver, onFrame }: PipeDeps): (frame: Frame) => void {
  const faults = createFaults(plan, seed)
  let cancelHold = (): void => {}

  function send(frames: readonly Frame[]): void {
    for (const frame of frames) {
      if (plan.delay === 0) deliver(frame)
      else clock.after(plan.delay, () => deliver(frame))
    }
  }

  return (given) => {
    cancelHold()
    const { frame, deliver: now, happened } = faults.pass(given)
    onFrame(frame, happened)
    send(now)
    cancelHold = clock.after(MAX_HOLD_MS, () => send(faults.rest()))
  }
}
