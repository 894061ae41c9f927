// The exact texts and order of Vela's mocked pipeline.
import type { VelaServerEvent, VelaState } from './vela.ts'

export const MOCKED_QUESTION = '[mocked user] What is the current mocked vertical slice?'
export const MOCKED_ANSWER = [
  '[mocked assistant] ',
  'This is a deterministic mocked response from the gateway vertical slice.',
] as const

/** The partial transcript after this many appends. */
export const mockedPartial = (appends: number): string =>
  appends > 1
    ? `[mocked partial] Placeholder push-to-talk transcript in progress (${appends} chunks).`
    : '[mocked partial] Placeholder push-to-talk transcript in progress.'

/** The final transcript after this many appends. */
export const mockedFinal = (appends: number): string =>
  appends > 0
    ? `[mocked final] Placeholder push-to-talk transcript completed from ${appends} appended chunk(s).`
    : '[mocked final] Placeholder push-to-talk transcript completed without appended audio.'

const state = (value: VelaState): VelaServerEvent => ({ type: 'session.state', payload: { value } })
const final = (text: string): VelaServerEvent => ({ type: 'transcript.final', payload: { text } })

const answered = (): VelaServerEvent[] => [
  state('thinking'),
  state('speaking'),
  ...MOCKED_ANSWER.map((text): VelaServerEvent => ({ type: 'response.text.delta', payload: { text } })),
  { type: 'response.completed', payload: {} },
  state('idle'),
]

/** The events after `mocked.turn.trigger`. */
export const mockedTurn = (): VelaServerEvent[] => [state('listening'), final(MOCKED_QUESTION), ...answered()]

/** The events after the n-th `input_audio.append` of a turn. */
export const mockedAppend = (appends: number): VelaServerEvent[] => [
  ...(appends === 1 ? [state('listening')] : []),
  { type: 'transcript.partial', payload: { text: mockedPartial(appends) } },
]

/** The events after `input_audio.commit` and this many appends. */
export const mockedCommit = (appends: number): VelaServerEvent[] => [
  final(mockedFinal(appends)),
  ...answered(),
]
