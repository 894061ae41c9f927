// The words Vela's default pipeline says (document 003), letter for letter, and the order it says them in.
import type { VelaServerEvent, VelaState } from './vela.ts'

export const MOCKED_QUESTION = '[mocked user] What is the current mocked vertical slice?'
export const MOCKED_ANSWER = [
  '[mocked assistant] ',
  'This is a deterministic mocked response from the gateway vertical slice.',
] as const

/** What is shown while the person holds the button, after this many appends. */
export const mockedPartial = (appends: number): string =>
  appends > 1
    ? `[mocked partial] Placeholder push-to-talk transcript in progress (${appends} chunks).`
    : '[mocked partial] Placeholder push-to-talk transcript in progress.'

/** What the person is said to have said when the button is let go, after this many appends. */
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

/** All that follows `mocked.turn.trigger`. */
export const mockedTurn = (): VelaServerEvent[] => [state('listening'), final(MOCKED_QUESTION), ...answered()]

/** All that follows the n-th `input_audio.append` of a turn; the first one enters the turn. */
export const mockedAppend = (appends: number): VelaServerEvent[] => [
  ...(appends === 1 ? [state('listening')] : []),
  { type: 'transcript.partial', payload: { text: mockedPartial(appends) } },
]

/** All that follows `input_audio.commit` after this many appends. */
export const mockedCommit = (appends: number): VelaServerEvent[] => [
  final(mockedFinal(appends)),
  ...answered(),
]
