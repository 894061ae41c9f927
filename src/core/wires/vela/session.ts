// A Vela session. Client events, transcripts and replies go in, in any order; server events come out in the order of the
// protocol.
import type { VelaClientEvent, VelaServerEvent, VelaState } from '../../../shared/wire/vela.ts'
import { mockedAppend, mockedCommit, mockedTurn } from '../../../shared/wire/vela-mocked.ts'
import { samplesIn } from '../../speech/hearing/samples.ts'
import { TAKE_LIMIT_MS } from '../../ports/recognizer.ts'
import { recognizerError, failureOf, inFlight, invalid, noSpeech, tooLong } from './errors.ts'
import { readFrame, audioOf } from './read-frame.ts'
import type {
  RecognizerProblem,
  VelaInput,
  VelaPhase,
  VelaEffect,
  VelaSession,
  VelaStep,
} from './session-state.ts'

/** Between two events of a mocked turn, so that a cancel can fall between any two. */
export const MOCKED_EVENT_EVERY_MS = 40
/** The limit of appends in one turn, whatever they contain. */
export const MAX_APPENDS = 100_000
export const MAX_SAMPLES = samplesIn(TAKE_LIMIT_MS)

const idle: VelaPhase = { tag: 'idle' }
const stateEvent = (value: VelaState): VelaServerEvent => ({ type: 'session.state', payload: { value } })

export function velaStep(session: VelaSession, input: VelaInput): VelaStep {
  const { phase } = session
  switch (input.type) {
    case 'guest.connected':
      return step(session, readiness(session))
    case 'frame.received': {
      const read = readFrame(input.text)
      return read.ok ? onEvent(session, read.event, input.problem) : step(session, [read.refusal])
    }
    case 'timer.fired':
      return phase.tag === 'mocked' && phase.turn === input.turn
        ? sendNext(session, phase)
        : unchanged(session)
    case 'transcript.updated':
      if (phase.tag !== 'listening' || phase.turn !== input.turn || phase.guess === input.text)
        return unchanged(session)
      return step({ ...session, phase: { ...phase, guess: input.text } }, [
        { type: 'transcript.partial', payload: { text: input.text } },
      ])
    case 'transcript.settled':
      return phase.tag === 'transcribing' && phase.turn === input.turn
        ? ask(session, phase.turn, input.text)
        : unchanged(session)
    case 'recognition.failed':
      return (phase.tag === 'listening' || phase.tag === 'transcribing') && phase.turn === input.turn
        ? over(session, [failureOf(input.fault)])
        : unchanged(session)
    case 'reply.appended':
    case 'turn.ended':
    case 'turn.failed':
      return phase.tag === 'asking' && phase.turn === input.turn
        ? onReply(session, phase, input)
        : unchanged(session)
    case 'guest.disconnected':
      return { state: { ...session, phase: idle }, frames: [], effects: drop(phase) }
  }
}

function onEvent(session: VelaSession, event: VelaClientEvent, problem: RecognizerProblem | null): VelaStep {
  const { phase } = session
  switch (event.type) {
    case 'session.start': {
      const pipeline = event.payload.pipeline ?? 'mocked'
      const wake: VelaEffect[] = pipeline === 'live' ? [{ type: 'recognizer.wake' }] : []
      return step({ ...session, pipeline }, readiness(session), wake)
    }
    case 'response.cancel':
      return over(session, [], drop(phase))
    case 'mocked.turn.trigger':
      // Replaces a turn that is still listening.
      if (isAnswering(phase)) return step(session, [inFlight])
      return begin(session, mockedTurn(), drop(phase))
    case 'input_audio.append':
      if (isAnswering(phase)) return step(session, [inFlight])
      return append(session, event.payload.chunk, problem)
    case 'input_audio.commit':
      if (isAnswering(phase)) return step(session, [inFlight])
      return commit(session)
  }
}

const isAnswering = ({ tag }: VelaPhase): boolean =>
  tag === 'mocked' || tag === 'transcribing' || tag === 'asking'

function append(session: VelaSession, chunk: string, problem: RecognizerProblem | null): VelaStep {
  const { phase } = session
  const live = phase.tag === 'listening' || (phase.tag === 'idle' && session.pipeline === 'live')
  const appends = (phase.tag === 'listening' || phase.tag === 'buffering' ? phase.appends : 0) + 1
  if (appends > MAX_APPENDS) return step(session, [tooLong])
  if (!live) return step({ ...session, phase: { tag: 'buffering', appends } }, mockedAppend(appends))

  const audio = audioOf(chunk)
  if (!audio)
    return step(session, [invalid('The chunk is not base64 of whole 16-bit samples (16 kHz, mono).')])
  if (phase.tag === 'listening') {
    const samples = phase.samples + audio.length
    if (samples > MAX_SAMPLES) return step(session, [tooLong])
    return step(
      { ...session, phase: { ...phase, appends, samples } },
      [],
      [{ type: 'take.write', samples: audio }],
    )
  }
  if (problem)
    return step(session, [recognizerError(problem)], problem === 'off' ? [] : [{ type: 'recognizer.wake' }])
  const turn = session.turns + 1
  const listening: VelaPhase = { tag: 'listening', turn, appends, samples: audio.length, guess: '' }
  return step(
    { ...session, turns: turn, phase: listening },
    [stateEvent('listening')],
    [
      { type: 'take.open', turn },
      { type: 'take.write', samples: audio },
    ],
  )
}

function commit(session: VelaSession): VelaStep {
  const { phase } = session
  if (phase.tag === 'listening') {
    const { turn } = phase
    return step({ ...session, phase: { tag: 'transcribing', turn } }, [], [{ type: 'take.release', turn }])
  }
  if (phase.tag === 'idle' && session.pipeline === 'live') return over(session, [noSpeech])
  return begin(session, mockedCommit(phase.tag === 'buffering' ? phase.appends : 0))
}

/** Sends the first event of a mocked turn at once, and each other one after a pause. */
function begin(
  session: VelaSession,
  events: readonly VelaServerEvent[],
  effects: readonly VelaEffect[] = [],
): VelaStep {
  const turn = session.turns + 1
  const sent = sendNext({ ...session, turns: turn }, { turn, rest: events })
  return { ...sent, effects: [...effects, ...sent.effects] }
}

function sendNext(
  session: VelaSession,
  { turn, rest }: { turn: number; rest: readonly VelaServerEvent[] },
): VelaStep {
  const [next, ...later] = rest
  const frames = next ? [next] : []
  if (later.length === 0) return step({ ...session, phase: idle }, frames)
  const phase: VelaPhase = { tag: 'mocked', turn, rest: later }
  return step({ ...session, phase }, frames, [{ type: 'timer.set', turn, ms: MOCKED_EVENT_EVERY_MS }])
}

function ask(session: VelaSession, turn: number, text: string): VelaStep {
  if (text.trim() === '') return over(session, [noSpeech])
  return step(
    { ...session, phase: { tag: 'asking', turn, begun: false } },
    [{ type: 'transcript.final', payload: { text } }, stateEvent('thinking')],
    [{ type: 'turn.ask', turn, text }],
  )
}

function onReply(
  session: VelaSession,
  phase: VelaPhase & { tag: 'asking' },
  input: Extract<VelaInput, { type: 'reply.appended' | 'turn.ended' | 'turn.failed' }>,
): VelaStep {
  const first = phase.begun ? [] : [stateEvent('speaking')]
  switch (input.type) {
    case 'reply.appended':
      return step({ ...session, phase: { ...phase, begun: true } }, [
        ...first,
        { type: 'response.text.delta', payload: { text: input.delta } },
      ])
    case 'turn.ended':
      if (input.outcome === 'interrupted') return over(session, [])
      // An empty reply is a reply, too.
      return over(session, [...first, { type: 'response.completed', payload: {} }])
    case 'turn.failed':
      return over(session, [failureOf(input.fault)])
  }
}

/** Stops what belongs to a phase that ends early. */
function drop(phase: VelaPhase): VelaEffect[] {
  switch (phase.tag) {
    case 'idle':
    case 'buffering':
      return []
    case 'mocked':
      return [{ type: 'timer.clear' }]
    case 'listening':
    case 'transcribing':
      return [{ type: 'take.cancel' }]
    case 'asking':
      return [{ type: 'turn.interrupt' }]
  }
}

const readiness = ({ id, sentState: value }: VelaSession): VelaServerEvent[] => [
  { type: 'session.ready', payload: { sessionId: id } },
  stateEvent(value),
]

const over = (
  session: VelaSession,
  frames: readonly VelaServerEvent[],
  effects: readonly VelaEffect[] = [],
): VelaStep => step({ ...session, phase: idle }, [...frames, stateEvent('idle')], effects)

const unchanged = (session: VelaSession): VelaStep => ({ state: session, frames: [], effects: [] })

/** Remembers the last state that was sent. */
function step(
  session: VelaSession,
  frames: readonly VelaServerEvent[],
  effects: readonly VelaEffect[] = [],
): VelaStep {
  let last = session.sentState
  for (const frame of frames) if (frame.type === 'session.state') last = frame.payload.value
  return { state: last === session.sentState ? session : { ...session, sentState: last }, frames, effects }
}
