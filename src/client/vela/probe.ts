// A browser that examines what it receives.
import { parseJson } from '../../base/parse-json.ts'
import { velaServerEvent, velaWire, type VelaServerEvent, type VelaState } from '../../shared/wire/vela.ts'
import type { Frame } from '../link.ts'
import { createProbe, expectSame, must, quoted, type Probe } from '../conform/probe.ts'
import { Broken, type CheckContext } from '../conform/rule.ts'

export type VelaProbe = Probe<VelaServerEvent>

export const event = (type: string, payload: object = {}): object => ({ type, payload })
export const TRIGGER = event('mocked.turn.trigger')
export const COMMIT = event('input_audio.commit')
export const CANCEL = event('response.cancel')
export const START = event('session.start')
export const append = (chunk = 'placeholder'): object => event('input_audio.append', { chunk })

/** The event with all its fields, also unknown ones. */
export function readVela(frame: Frame): VelaServerEvent {
  if (typeof frame !== 'string') throw new Broken(`Got a binary frame of ${frame.length} bytes.`)
  const value = parseJson(frame)
  if (!velaServerEvent.safeParse(value).success)
    throw new Broken(`Not an event of this wire: ${quoted(value === undefined ? frame : value)}.`)
  return value as VelaServerEvent
}

/** A connection before its first frame. */
export const openVela = async (context: CheckContext): Promise<VelaProbe> =>
  createProbe(context, await context.open(velaWire), readVela)

export const stateEvent = (value: VelaState): VelaServerEvent => ({
  type: 'session.state',
  payload: { value },
})

/** Expects `session.ready` and this state. Returns the id of the session. */
export async function expectReady(probe: VelaProbe, value: VelaState): Promise<string> {
  const ready = await probe.next('session.ready')
  must(ready.type === 'session.ready', `Expected session.ready, got ${quoted(ready)}.`)
  expectSame(await probe.next(`session.state(${value})`), stateEvent(value))
  return ready.payload.sessionId
}

export async function connectReadyVela(context: CheckContext): Promise<VelaProbe> {
  const probe = await openVela(context)
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

/** Expects a whole turn with one error somewhere in it. */
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
  // The error may also follow the turn.
  if (errors.length === 0) return expectError(probe, code)
  expectSame(
    errors.map(({ payload }) => payload.code),
    [code],
  )
}
