// A Vela session (document 003): what a client sends, what was heard and what the agent answers go in, in any order; what
// the client is told comes out, in the order of the document. Nothing that was said is kept.
import type { VelaClientEvent, VelaServerEvent, VelaState } from '../../../shared/wire/vela.ts'
import { mockedAppend, mockedCommit, mockedTurn } from '../../../shared/wire/vela-mocked.ts'
import { samplesIn } from '../../ears/samples.ts'
import { TAKE_LIMIT_MS } from '../../ports/ears.ts'
import { deafTo, failureOf, inFlight, invalid, nothingHeard, tooLong } from './errors.ts'
import { readFrame, soundOf } from './read-frame.ts'
import type { Deaf, VelaInput, VelaPhase, VelaRequest, VelaSession, VelaStep } from './session-state.ts'

/** Between two events of a mocked turn, so that a cancel can fall between any two. */
export const RECITED_EVERY_MS = 40
/** Of one turn, whatever is in them. */
export const MOST_APPENDS = 100_000
export const MOST_SAMPLES = samplesIn(TAKE_LIMIT_MS)

const idle: VelaPhase = { tag: 'idle' }
const state = (value: VelaState): VelaServerEvent => ({ type: 'session.state', payload: { value } })

export function velaStep(session: VelaSession, input: VelaInput): VelaStep {
  const { phase } = session
  switch (input.type) {
    case 'guest.came':
      return told(session, readiness(session))
    case 'frame.came': {
      const read = readFrame(input.text)
      return read.ok ? onEvent(session, read.event, input.deaf) : told(session, [read.refusal])
    }
    case 'timer.fired':
      return phase.tag === 'reciting' && phase.turn === input.turn ? recite(session, phase) : still(session)
    case 'words.guessed':
      if (phase.tag !== 'hearing' || phase.turn !== input.turn || phase.guess === input.text)
        return still(session)
      return told({ ...session, phase: { ...phase, guess: input.text } }, [
        { type: 'transcript.partial', payload: { text: input.text } },
      ])
    case 'words.settled':
      return phase.tag === 'recognising' && phase.turn === input.turn
        ? ask(session, phase.turn, input.text)
        : still(session)
    case 'hearing.failed':
      return (phase.tag === 'hearing' || phase.tag === 'recognising') && phase.turn === input.turn
        ? over(session, [failureOf(input.fault)])
        : still(session)
    case 'reply.appended':
    case 'turn.ended':
    case 'turn.failed':
      return phase.tag === 'asking' && phase.turn === input.turn
        ? onReply(session, phase, input)
        : still(session)
    case 'guest.left':
      return { session: { ...session, phase: idle }, frames: [], requests: drop(phase) }
  }
}

function onEvent(session: VelaSession, event: VelaClientEvent, deaf: Deaf | null): VelaStep {
  const { phase } = session
  switch (event.type) {
    case 'session.start': {
      const pipeline = event.payload.pipeline ?? 'mocked'
      const wake: VelaRequest[] = pipeline === 'live' ? [{ type: 'ears.wake' }] : []
      return told({ ...session, pipeline }, readiness(session), wake)
    }
    case 'response.cancel':
      return over(session, [], drop(phase))
    case 'mocked.turn.trigger':
      // A turn that is only being taken in is none in flight yet; this one takes its place.
      if (isAnswering(phase)) return told(session, [inFlight])
      return begin(session, mockedTurn(), drop(phase))
    case 'input_audio.append':
      if (isAnswering(phase)) return told(session, [inFlight])
      return append(session, event.payload.chunk, deaf)
    case 'input_audio.commit':
      if (isAnswering(phase)) return told(session, [inFlight])
      return commit(session)
  }
}

const isAnswering = ({ tag }: VelaPhase): boolean =>
  tag === 'reciting' || tag === 'recognising' || tag === 'asking'

function append(session: VelaSession, chunk: string, deaf: Deaf | null): VelaStep {
  const { phase } = session
  const live = phase.tag === 'hearing' || (phase.tag === 'idle' && session.pipeline === 'live')
  const appends = (phase.tag === 'hearing' || phase.tag === 'buffering' ? phase.appends : 0) + 1
  if (appends > MOST_APPENDS) return told(session, [tooLong])
  if (!live) return told({ ...session, phase: { tag: 'buffering', appends } }, mockedAppend(appends))

  const sound = soundOf(chunk)
  if (!sound)
    return told(session, [invalid('The chunk is not base64 of whole 16-bit samples (16 kHz, mono).')])
  if (phase.tag === 'hearing') {
    const samples = phase.samples + sound.length
    if (samples > MOST_SAMPLES) return told(session, [tooLong])
    const heard: VelaPhase = { ...phase, appends, samples }
    return told({ ...session, phase: heard }, [], [{ type: 'take.write', samples: sound }])
  }
  if (deaf) return told(session, [deafTo(deaf)], deaf === 'off' ? [] : [{ type: 'ears.wake' }])
  const turn = session.turns + 1
  const hearing: VelaPhase = { tag: 'hearing', turn, appends, samples: sound.length, guess: '' }
  return told(
    { ...session, turns: turn, phase: hearing },
    [state('listening')],
    [
      { type: 'take.open', turn },
      { type: 'take.write', samples: sound },
    ],
  )
}

function commit(session: VelaSession): VelaStep {
  const { phase } = session
  if (phase.tag === 'hearing') {
    const { turn } = phase
    return told({ ...session, phase: { tag: 'recognising', turn } }, [], [{ type: 'take.release', turn }])
  }
  if (phase.tag === 'idle' && session.pipeline === 'live') return over(session, [nothingHeard])
  return begin(session, mockedCommit(phase.tag === 'buffering' ? phase.appends : 0))
}

/** The first event of a mocked turn is said at once, and each of the others a moment after the one before. */
function begin(
  session: VelaSession,
  events: readonly VelaServerEvent[],
  requests: readonly VelaRequest[] = [],
): VelaStep {
  const turn = session.turns + 1
  const step = recite({ ...session, turns: turn }, { turn, rest: events })
  return { ...step, requests: [...requests, ...step.requests] }
}

function recite(
  session: VelaSession,
  { turn, rest }: { turn: number; rest: readonly VelaServerEvent[] },
): VelaStep {
  const [next, ...later] = rest
  const frames = next ? [next] : []
  if (later.length === 0) return told({ ...session, phase: idle }, frames)
  const phase: VelaPhase = { tag: 'reciting', turn, rest: later }
  return told({ ...session, phase }, frames, [{ type: 'timer.set', turn, ms: RECITED_EVERY_MS }])
}

function ask(session: VelaSession, turn: number, text: string): VelaStep {
  if (text.trim() === '') return over(session, [nothingHeard])
  return told(
    { ...session, phase: { tag: 'asking', turn, begun: false } },
    [{ type: 'transcript.final', payload: { text } }, state('thinking')],
    [{ type: 'turn.ask', turn, text }],
  )
}

function onReply(
  session: VelaSession,
  phase: VelaPhase & { tag: 'asking' },
  input: Extract<VelaInput, { type: 'reply.appended' | 'turn.ended' | 'turn.failed' }>,
): VelaStep {
  const first = phase.begun ? [] : [state('speaking')]
  switch (input.type) {
    case 'reply.appended':
      return told({ ...session, phase: { ...phase, begun: true } }, [
        ...first,
        { type: 'response.text.delta', payload: { text: input.delta } },
      ])
    case 'turn.ended':
      if (input.outcome === 'interrupted') return over(session, [])
      // Whoever answers without a word has answered all the same.
      return over(session, [...first, { type: 'response.completed', payload: {} }])
    case 'turn.failed':
      return over(session, [failureOf(input.fault)])
  }
}

/** What is to be stopped when a phase is left before its end. */
function drop(phase: VelaPhase): VelaRequest[] {
  switch (phase.tag) {
    case 'idle':
    case 'buffering':
      return []
    case 'reciting':
      return [{ type: 'timer.clear' }]
    case 'hearing':
    case 'recognising':
      return [{ type: 'take.cancel' }]
    case 'asking':
      return [{ type: 'turn.interrupt' }]
  }
}

const readiness = ({ id, told: value }: VelaSession): VelaServerEvent[] => [
  { type: 'session.ready', payload: { sessionId: id } },
  state(value),
]

const over = (
  session: VelaSession,
  frames: readonly VelaServerEvent[],
  requests: readonly VelaRequest[] = [],
): VelaStep => told({ ...session, phase: idle }, [...frames, state('idle')], requests)

const still = (session: VelaSession): VelaStep => ({ session, frames: [], requests: [] })

/** Remembers the state among these frames, so that it can be told again. */
function told(
  session: VelaSession,
  frames: readonly VelaServerEvent[],
  requests: readonly VelaRequest[] = [],
): VelaStep {
  let last = session.told
  for (const frame of frames) if (frame.type === 'session.state') last = frame.payload.value
  return { session: last === session.told ? session : { ...session, told: last }, frames, requests }
}
