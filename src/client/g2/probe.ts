// A phone that examines what it receives.
import { parseJson } from '../../base/parse-json.ts'
import {
  G2_PCM,
  g2Outbound,
  g2Wire,
  type G2ErrorCode,
  type G2Outbound,
  type G2Status,
} from '../../shared/wire/g2.ts'
import type { Admission, Frame } from '../link.ts'
import { createProbe, must, quoted, type Probe } from '../conform/probe.ts'
import { Broken, NotObserved, type CheckContext } from '../conform/rule.ts'

export type G2Probe = Probe<G2Outbound>

/** A question that any agent can answer. */
export const QUESTION = { type: 'text', message: 'What is 2+2?' } as const
export const START = { type: 'start_audio', ...G2_PCM } as const
export const STOP = { type: 'stop_audio' } as const

export function readG2(frame: Frame): G2Outbound {
  if (typeof frame !== 'string') throw new Broken(`Got a binary frame of ${frame.length} bytes.`)
  const value = parseJson(frame)
  const read = g2Outbound.safeParse(value)
  if (!read.success)
    throw new Broken(`Not a frame of this wire: ${quoted(value === undefined ? frame : value)}.`)
  return value as G2Outbound
}

/** A connection before its first frame. */
export async function openG2(context: CheckContext, admission?: Partial<Admission>): Promise<G2Probe> {
  const link = await context.open(g2Wire, admission)
  return createProbe(context, link, (frame) => {
    const read = readG2(frame)
    if (read.type !== 'ping') return read
    link.send(JSON.stringify({ type: 'pong' }))
    return null
  })
}

/** An accepted phone, at a gateway that is idle. */
export async function connectReadyG2(
  context: CheckContext,
  admission?: Partial<Admission>,
): Promise<G2Probe> {
  const probe = await openG2(context, admission)
  const first = await probe.next('connected')
  must(first.type === 'connected', `Expected connected, got ${quoted(first)}.`)
  const last = (await probe.received()).at(-1)
  // A gateway may send its status after `connected`: it may be loading, or busy with the previous phone's request.
  if (last !== undefined && !isIdle(last)) await until(probe, 'idle')
  return probe
}

const isIdle = (frame: G2Outbound): boolean => frame.type === 'status' && frame.status === 'idle'

export const until = (probe: G2Probe, status: G2Status): Promise<G2Outbound[]> =>
  probe.until(`status ${status}`, (frame) => frame.type === 'status' && frame.status === status)

/** A phone that is recording. */
export async function recordG2(context: CheckContext): Promise<G2Probe> {
  const probe = await connectReadyG2(context)
  probe.send(START)
  await expectStatus(probe, 'recording')
  return probe
}

export async function expectStatus(probe: G2Probe, status: G2Status): Promise<void> {
  const frame = await probe.next(`status ${status}`)
  must(frame.type === 'status' && frame.status === status, `Expected status ${status}, got ${quoted(frame)}.`)
}

/** An error with one of these codes, then the true status. */
export async function expectRefusal(
  probe: G2Probe,
  codes: readonly G2ErrorCode[],
  state: G2Status,
): Promise<void> {
  const frame = await probe.next(`error ${codes.join(' or ')}`)
  must(
    frame.type === 'error' && codes.includes(frame.code),
    `Expected error ${codes.join(' or ')}, got ${quoted(frame)}.`,
  )
  await expectStatus(probe, state)
}

/** All frames of a turn, up to the `idle` that ends it. */
export async function restOfTurn(probe: G2Probe): Promise<G2Outbound[]> {
  const frames = await until(probe, 'idle')
  const failure = frames.find((frame) => frame.type === 'error')
  if (failure?.type === 'error' && (failure.code === 'OPENCLAW_ERROR' || failure.code === 'TIMEOUT'))
    throw new NotObserved(`the agent gave no answer: ${quoted(failure.detail)}`)
  return frames
}

/** The turn as a list: `status thinking`, `assistant`, …; consecutive `assistant` frames count once. */
export const shapeOf = (frames: readonly G2Outbound[]): string[] =>
  frames
    .map((frame) => {
      if (frame.type === 'status') return `status ${frame.status}`
      return frame.type === 'error' ? `error ${frame.code}` : frame.type
    })
    .filter((word, at, all) => word !== 'assistant' || all[at - 1] !== 'assistant')

export const ANSWER = ['status thinking', 'status streaming', 'assistant', 'end', 'status idle'] as const

const CHUNK_BYTES = 4096

export function sendAudio(probe: G2Probe, pcm: Uint8Array): void {
  for (let at = 0; at < pcm.length; at += CHUNK_BYTES) probe.send(pcm.subarray(at, at + CHUNK_BYTES))
}
