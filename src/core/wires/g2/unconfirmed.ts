// Frames that the phone may not have received. When a network fails silently, the connection looks healthy for up to a minute
// while frames are lost. So frames are stored until the phone confirms them.
import type { G2Outbound, G2Status } from '../../../shared/wire/g2.ts'
import { keep } from './missed-replies.ts'
import {
  g2StatusOf,
  missedFrom,
  nothingSent,
  type G2Input,
  type G2Missed,
  type G2State,
  type G2Step,
} from './state.ts'

/** What was sent to the phone after this step. */
export function sentAfter(before: G2State, input: G2Input, step: G2Step): G2State['sent'] {
  const refuses = input.type === 'phone.sent' || input.type === 'take.refused'
  // A phone that starts a turn has received everything before it. Other frames, such as a pong or late audio, may have been on
  // their way already and confirm nothing.
  const begins = step.effects.some(({ type }) => type === 'turn.ask' || type === 'take.open')
  const confirms = input.type === 'phone.sent' && begins
  const sent = confirms ? { ...before.sent, unsure: [], sure: g2StatusOf(before) } : before.sent
  // A refusal belongs to the refused frame and is useless later.
  if (refuses && step.state === before) return sent
  const matter = step.frames.filter(({ type }) => type !== 'ping' && !(refuses && type === 'error'))
  if (matter.length === 0) return sent
  return { ...sent, count: sent.count + matter.length, unsure: [...sent.unsure, ...matter] }
}

/** A phone has connected and these frames were sent. */
export const greeted = (frames: readonly G2Outbound[]): G2State['sent'] => ({
  ...nothingSent,
  count: frames.length,
  unsure: frames,
})

/** The phone has confirmed the first `count` frames. */
export function received({ sent }: G2State, count: number): G2State['sent'] {
  const had = Math.max(0, sent.unsure.length - (sent.count - count))
  const statuses = sent.unsure
    .slice(0, had)
    .flatMap((frame): G2Status[] => (frame.type === 'status' ? [frame.status] : []))
  return { ...sent, unsure: sent.unsure.slice(had), sure: statuses.at(-1) ?? sent.sure }
}

/** What a phone missed whose connection failed silently. */
export const lost = ({ sent }: G2State): G2Missed => keep(missedFrom(sent.sure), sent.unsure)
