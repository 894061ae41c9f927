// A phone that watches what it is told.
import { parseJson } from '../../../core/parse-json.ts'
import {
  G2_PCM,
  g2Outbound,
  type G2ErrorCode,
  type G2Outbound,
  type G2Status,
} from '../../../shared/wire/g2.ts'
import type { Admission, Frame } from '../../link.ts'
import { createProbe, must, quoted, type Probe } from '../probe.ts'
import { Broken, Unseen, type Bench } from '../rule.ts'

export type G2Probe = Probe<G2Outbound>

/** A question any agent has some answer to. */
export const QUESTION = { type: 'text', message: 'What is 2+2?' } as const
export const START = { type: 'start_audio', ...G2_PCM } as const
export const STOP = { type: 'stop_audio' } as const

export function readG2(frame: Frame): G2Outbound {
  if (typeof frame !== 'string') throw new Broken(`Got a binary frame of ${frame.length} bytes.`)
  const value = parseJson(frame)
  const read = g2Outbound.safeParse(value)
  if (!read.success)
    throw new Broken(`The wire has no such frame: ${quoted(value === undefined ? frame : value)}.`)
  return value as G2Outbound
}

/** A connection before anything came over it. */
export async function openG2(bench: Bench, admission?: Partial<Admission>): Promise<G2Probe> {
  const link = await bench.open('g2', admission)
  return createProbe(bench, link, (frame) => {
    const read = readG2(frame)
    if (read.type !== 'ping') return read
    link.send(JSON.stringify({ type: 'pong' }))
    return null
  })
}

/** A phone that was let in, before a gateway that is ready. */
export async function meetG2(bench: Bench, admission?: Partial<Admission>): Promise<G2Probe> {
  const probe = await openG2(bench, admission)
  const first = await probe.next('connected')
  must(first.type === 'connected', `Expected connected, got ${quoted(first)}.`)
  const last = (await probe.sofar()).at(-1)
  // The document has nothing between `connected` and the first request; a gateway that tells its state is not wrong, and
  // may be loading, or be busy with what the phone before asked for.
  if (last !== undefined && !isIdle(last)) await until(probe, 'idle')
  return probe
}

const isIdle = (frame: G2Outbound): boolean => frame.type === 'status' && frame.status === 'idle'

export const until = (probe: G2Probe, status: G2Status): Promise<G2Outbound[]> =>
  probe.until(`status ${status}`, (frame) => frame.type === 'status' && frame.status === status)

/** A phone whose words are being recorded. */
export async function recordG2(bench: Bench): Promise<G2Probe> {
  const probe = await meetG2(bench)
  probe.send(START)
  await expectStatus(probe, 'recording')
  return probe
}

export async function expectStatus(probe: G2Probe, status: G2Status): Promise<void> {
  const frame = await probe.next(`status ${status}`)
  must(frame.type === 'status' && frame.status === status, `Expected status ${status}, got ${quoted(frame)}.`)
}

/** Refused with this code, and then the true state (ruling 10). */
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
    throw new Unseen(`the agent gave no answer to look at: ${quoted(failure.detail)}`)
  return frames
}

/** A turn as a line of words: `status thinking`, `assistant`, …; pieces of the answer that follow each other are one. */
export const shapeOf = (frames: readonly G2Outbound[]): string[] =>
  frames
    .map((frame) => {
      if (frame.type === 'status') return `status ${frame.status}`
      return frame.type === 'error' ? `error ${frame.code}` : frame.type
    })
    .filter((word, at, all) => word !== 'assistant' || all[at - 1] !== 'assistant')

export const ANSWER = ['status thinking', 'status streaming', 'assistant', 'end', 'status idle'] as const

const CHUNK_BYTES = 4096

export function sendSound(probe: G2Probe, pcm: Uint8Array): void {
  for (let at = 0; at < pcm.length; at += CHUNK_BYTES) probe.send(pcm.subarray(at, at + CHUNK_BYTES))
}
