// A browser that watches what it is told.
import { parseJson } from '../../../core/parse-json.ts'
import { velaServerEvent, type VelaServerEvent, type VelaState } from '../../../shared/wire/vela.ts'
import type { Frame } from '../../link.ts'
import { createProbe, expectSame, must, quoted, type Probe } from '../probe.ts'
import { Broken, type Bench } from '../rule.ts'

export type VelaProbe = Probe<VelaServerEvent>

export const event = (type: string, payload: object = {}): object => ({ type, payload })
export const TRIGGER = event('mocked.turn.trigger')
export const COMMIT = event('input_audio.commit')
export const CANCEL = event('response.cancel')
export const START = event('session.start')
export const append = (chunk = 'placeholder'): object => event('input_audio.append', { chunk })

/** The event as it came, with whatever else is in it. */
export function readVela(frame: Frame): VelaServerEvent {
  if (typeof frame !== 'string') throw new Broken(`Got a binary frame of ${frame.length} bytes.`)
  const value = parseJson(frame)
  if (!velaServerEvent.safeParse(value).success)
    throw new Broken(`The wire has no such event: ${quoted(value === undefined ? frame : value)}.`)
  return value as VelaServerEvent
}

/** A connection before anything came over it. */
export const openVela = async (bench: Bench): Promise<VelaProbe> =>
  createProbe(bench, await bench.open('vela'), readVela)

export const state = (value: VelaState): VelaServerEvent => ({ type: 'session.state', payload: { value } })

/** `session.ready` and the state, and the id of the session. */
export async function expectReady(probe: VelaProbe, value: VelaState): Promise<string> {
  const ready = await probe.next('session.ready')
  must(ready.type === 'session.ready', `Expected session.ready, got ${quoted(ready)}.`)
  expectSame(await probe.next(`session.state(${value})`), state(value))
  return ready.payload.sessionId
}

export async function meetVela(bench: Bench): Promise<VelaProbe> {
  const probe = await openVela(bench)
  await expectReady(probe, 'idle')
  return probe
}

export const isState =
  (value: VelaState) =>
  (frame: VelaServerEvent): boolean =>
    frame.type === 'session.state' && frame.payload.value === value

export const untilIdle = (probe: VelaProbe): Promise<VelaServerEvent[]> =>
  probe.until('session.state(idle)', isState('idle'))

export async function expectError(probe: VelaProbe, code: string): Promise<void> {
  const frame = await probe.next(`error ${code}`)
  must(frame.type === 'error' && frame.payload.code === code, `Expected error ${code}, got ${quoted(frame)}.`)
}

/** The rest of a turn with one refusal somewhere in it, which changed nothing. */
export async function expectTurnAndError(
  probe: VelaProbe,
  turn: readonly VelaServerEvent[],
  code: string,
): Promise<void> {
  const frames = await untilIdle(probe)
  expectSame(
    frames.filter((frame) => frame.type !== 'error'),
    turn,
  )
  const errors = frames.filter((frame) => frame.type === 'error')
  // The refusal may also be the last to come.
  if (errors.length === 0) return expectError(probe, code)
  expectSame(
    errors.map(({ payload }) => payload.code),
    [code],
  )
}
