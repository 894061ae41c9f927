// What the phone was told and may not have. A network that dies without a word takes with it what was on its way, and the
// connection looks well for most of a minute: what the phone has not shown to have is kept for as long.
import type { G2Outbound, G2Status } from '../../shared/wire/g2.ts'
import { keep } from './g2-missed.ts'
import {
  g2StatusOf,
  missedFrom,
  nothingTold,
  type G2Input,
  type G2Missed,
  type G2State,
  type G2Step,
} from './g2-state.ts'

/** What the phone was told when this came of an input. */
export function toldNow(before: G2State, input: G2Input, step: G2Step): G2State['told'] {
  const refuses = input.type === 'phone.sent' || input.type === 'take.refused'
  // Whoever begins another turn has what was before, as far as it matters. A pong, a late piece of sound or a broken frame
  // may have been on its way since before the phone was told.
  const begins = step.requests.some(({ type }) => type === 'turn.ask' || type === 'take.open')
  const heard = input.type === 'phone.sent' && begins
  const told = heard ? { ...before.told, unsure: [], sure: g2StatusOf(before) } : before.told
  // A refusal belongs to the frame it refuses, and is of no use to anybody later.
  if (refuses && step.state === before) return told
  const matter = step.frames.filter(({ type }) => type !== 'ping' && !(refuses && type === 'error'))
  if (matter.length === 0) return told
  return { ...told, count: told.count + matter.length, unsure: [...told.unsure, ...matter] }
}

/** A phone has come, and was greeted. */
export const greeted = (frames: readonly G2Outbound[]): G2State['told'] => ({
  ...nothingTold,
  count: frames.length,
  unsure: frames,
})

/** It has the first so many of all it was told. */
export function received({ told }: G2State, count: number): G2State['told'] {
  const had = Math.max(0, told.unsure.length - (told.count - count))
  const statuses = told.unsure
    .slice(0, had)
    .flatMap((frame): G2Status[] => (frame.type === 'status' ? [frame.status] : []))
  return { ...told, unsure: told.unsure.slice(had), sure: statuses.at(-1) ?? told.sure }
}

/** What a phone missed that was lost without a word. */
export const lost = ({ told }: G2State): G2Missed => keep(missedFrom(told.sure), told.unsure)
