// A client that reconnects gets what it missed.
import { randomUUID } from 'node:crypto'
import { parseJson } from '../../base/parse-json.ts'
import { kindOf, SNAPSHOT_FOLLOWS, type VoiceIdeEvent } from '../../shared/wire/voice-ide.ts'
import { expectSame, must, quoted, receivedUnasked } from '../conform/probe.ts'
import { NotObserved, type CheckContext, type Rule } from '../conform/rule.ts'
import {
  FLOW,
  stepsOf,
  isCall,
  isKind,
  startSession,
  openRuntime,
  QUESTION,
  stateOf,
  type Runtime,
} from './probe.ts'

/** Takes a turn, then drops the connection. */
async function leftAfterTurn(context: CheckContext): Promise<Left & { events: VoiceIdeEvent[] }> {
  const { runtime, sessionId } = await startSession(context)
  const events = await runtime.ask()
  runtime.cut()
  await runtime.closing()
  return { sessionId, resumeSecret: runtime.resumeSecret(), events }
}

/** What a client knows of its session. */
interface Left {
  sessionId: string
  /** Null if the server has no secrets. */
  resumeSecret: string | null
}

async function comeBack(
  context: CheckContext,
  { sessionId, resumeSecret }: Left,
  lastEventId: string,
): Promise<Runtime> {
  const runtime = await openRuntime(context)
  const secret = resumeSecret === null ? {} : { resumeSecret }
  runtime.sendEvent('sessionReconnect', { sessionId, lastEventId, ...secret })
  return runtime
}

/** An event without its timestamp, which may change in a replay. */
const content = ({ id, kind }: VoiceIdeEvent): object => ({ id, kind })

/** Every text in the value, also inside texts that are JSON. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...textsOf(objectIn(value))]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

function objectIn(text: string): object | null {
  const value = parseJson(text)
  return typeof value === 'object' ? value : null
}

export const voiceIdeReconnectionRules: readonly Rule[] = [
  {
    id: 'voice-ide-replay',
    title:
      'After session.reconnect, the server replays the events after the last known one, in order, with their ids.',
    async check(context) {
      const { events, ...left } = await leftAfterTurn(context)
      const runtime = await comeBack(context, left, events[0]!.id)
      for (const missed of events.slice(1))
        expectSame(content(await runtime.next(`${quoted(missed.kind)} again`)), content(missed))
    },
  },
  {
    id: 'voice-ide-replay-nothing',
    title: 'A client that missed nothing gets no replay and continues.',
    async check(context) {
      const { events, ...left } = await leftAfterTurn(context)
      const runtime = await comeBack(context, left, events.at(-1)!.id)
      const known = new Set(events.map(({ id }) => id))
      const next = [...(await runtime.received()), ...(await runtime.ask())]
      const again = next.find(({ id }) => known.has(id))
      must(again === undefined, `Sent again: ${quoted(again?.kind)}.`)
      must(next.some(isKind('assistantSpeechFinal')), 'The next request had no answer.')
    },
  },
  {
    id: 'voice-ide-snapshot',
    title: 'An unknown lastEventId gets the error snapshot_follows and a full snapshot.',
    async check(context) {
      const { events, ...left } = await leftAfterTurn(context)
      const runtime = await comeBack(context, left, randomUUID())
      const first = await runtime.next(`error ${SNAPSHOT_FOLLOWS}`)
      must(
        isKind('error')(first) && first.kind.error.code === SNAPSHOT_FOLLOWS,
        `Expected error ${SNAPSHOT_FOLLOWS}, got ${quoted(first.kind)}.`,
      )
      // At least the answer and the state.
      const snapshot = await runtime.until('convo.setState idle', (event) => {
        if (isCall(event)) runtime.answer(event)
        return stateOf(event) === 'idle'
      })
      const answer = events.find(isKind('assistantSpeechFinal'))!.kind.assistantSpeechFinal.text
      must(
        snapshot.some((event) => textsOf(event.kind).some((text) => text.includes(answer))),
        `The answer is not in the snapshot: ${quoted(snapshot.map(({ kind }) => kind))}.`,
      )
    },
  },
  {
    id: 'voice-ide-missed-turn',
    title: 'A turn continues where the connection broke.',
    async check(context) {
      const { runtime: first, sessionId } = await startSession(context)
      first.sendEvent('userAudioTranscriptFinal', { text: 'Hello' })
      const before = await first.until('a tool call', isCall)
      first.cut()
      await first.closing()
      const call = before.at(-1)!
      const left = { sessionId, resumeSecret: first.resumeSecret() }
      const second = await comeBack(context, left, call.id)
      // The client sends the result that it could not send before.
      if (isCall(call)) second.answer(call)
      const after = await second.restOfTurn()
      must(after.some(isKind('assistantSpeechFinal')), `The answer was lost: ${quoted(after.map(kindOf))}.`)
      const known = new Set(before.map(({ id }) => id))
      const again = after.find(({ id }) => known.has(id))
      must(again === undefined, `Sent again: ${quoted(again?.kind)}.`)
    },
  },
  {
    id: 'voice-ide-kept-words',
    title: 'A client may send requests that it buffered while offline after session.reconnect.',
    async check(context) {
      const { events, ...left } = await leftAfterTurn(context)
      const runtime = await comeBack(context, left, events.at(-1)!.id)
      must((await runtime.ask()).some(isKind('assistantSpeechFinal')), 'The request had no answer.')
    },
  },
  {
    id: 'voice-ide-dedupe',
    title: 'A request with a known event id is not asked again, at once or after a reconnection.',
    async check(context) {
      const { runtime: first, sessionId } = await startSession(context)
      const request = {
        id: randomUUID(),
        timestamp: new Date(context.clock.now()).toISOString(),
        kind: { userAudioTranscriptFinal: { text: QUESTION } },
      }
      first.send(request)
      first.send(request)
      const events = await first.restOfTurn()
      const turns = events.filter((event) => stateOf(event) === 'thinking').length
      must(turns === 1, `The same request started ${turns} turns.`)
      expectSame(stepsOf(await receivedUnasked(context, first)), [])
      first.cut()
      await first.closing()
      const left = { sessionId, resumeSecret: first.resumeSecret() }
      const second = await comeBack(context, left, events.at(-1)!.id)
      second.send(request)
      expectSame(stepsOf(await receivedUnasked(context, second)), [])
      expectSame(stepsOf(await second.ask()), FLOW)
    },
  },
  {
    id: 'voice-ide-resume-secret',
    title:
      'Only the secret resumes a session that has one; without it, nobody learns whether the session exists.',
    async check(context) {
      const { events, ...left } = await leftAfterTurn(context)
      if (left.resumeSecret === null) throw new NotObserved('the server sent no secret')
      const answerTo = async (other: Partial<Left>): Promise<object> => {
        const runtime = await comeBack(context, { ...left, ...other }, events[0]!.id)
        return (await runtime.next('an error')).kind
      }
      const none = await answerTo({ sessionId: `conform-${randomUUID()}` })
      must('error' in none, `An unknown session was resumed: ${quoted(none)}.`)
      expectSame(await answerTo({ resumeSecret: randomUUID() }), none)
      const runtime = await comeBack(context, left, events[0]!.id)
      expectSame(content(await runtime.next('the missed event')), content(events[1]!))
    },
  },
]
