// Document 002 and ruling 7: a client that was away gets what it missed.
import { randomUUID } from 'node:crypto'
import { parseJson } from '../../../core/parse-json.ts'
import { kindOf, SNAPSHOT_FOLLOWS, type VoiceIdeEvent } from '../../../shared/wire/voice-ide.ts'
import { expectSame, must, quoted } from '../probe.ts'
import { saidUnasked } from '../quiet.ts'
import type { Bench, Rule } from '../rule.ts'
import {
  isCall,
  isKind,
  meetConductor,
  openRuntime,
  QUESTION,
  stateOf,
  type Runtime,
} from './voice-ide-probe.ts'
import { FLOW, stepsOf } from './voice-ide-steps.ts'

const ruling = { document: 'ruling', section: '7' } as const
const doc = { document: '002', section: 'Reconnection Strategy' } as const

/** A turn, and then the connection breaks. */
async function leftAfterTurn(bench: Bench): Promise<{ sessionId: string; events: VoiceIdeEvent[] }> {
  const { runtime, sessionId } = await meetConductor(bench)
  const events = await runtime.ask()
  runtime.cut()
  await runtime.closing()
  return { sessionId, events }
}

async function comeBack(bench: Bench, sessionId: string, lastEventId: string): Promise<Runtime> {
  const runtime = await openRuntime(bench)
  runtime.tell('sessionReconnect', { sessionId, lastEventId })
  return runtime
}

/** An event without its time: what is said again may be dated anew. */
const said = ({ id, kind }: VoiceIdeEvent): object => ({ id, kind })

/** Every text in it, and every text in those that are JSON themselves. */
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
    ...ruling,
    id: 'voice-ide-replay',
    sentence: 'session.reconnect: what followed the last known event is replayed in order, with its ids.',
    async check(bench) {
      const { sessionId, events } = await leftAfterTurn(bench)
      const runtime = await comeBack(bench, sessionId, events[0]!.id)
      for (const missed of events.slice(1))
        expectSame(said(await runtime.next(`${quoted(missed.kind)} again`)), said(missed))
    },
  },
  {
    ...ruling,
    id: 'voice-ide-replay-nothing',
    sentence: 'A client that missed nothing is replayed nothing, and goes on.',
    async check(bench) {
      const { sessionId, events } = await leftAfterTurn(bench)
      const runtime = await comeBack(bench, sessionId, events.at(-1)!.id)
      const known = new Set(events.map(({ id }) => id))
      const next = [...(await runtime.sofar()), ...(await runtime.ask())]
      const again = next.find(({ id }) => known.has(id))
      must(again === undefined, `Said again: ${quoted(again?.kind)}.`)
      must(next.some(isKind('assistantSpeechFinal')), 'The next words had no answer.')
    },
  },
  {
    ...ruling,
    id: 'voice-ide-snapshot',
    sentence: 'An id that is not in the log gets a full snapshot and says so.',
    async check(bench) {
      const { sessionId, events } = await leftAfterTurn(bench)
      const runtime = await comeBack(bench, sessionId, randomUUID())
      const first = await runtime.next(`error ${SNAPSHOT_FOLLOWS}`)
      must(
        isKind('error')(first) && first.kind.error.code === SNAPSHOT_FOLLOWS,
        `Expected error ${SNAPSHOT_FOLLOWS}, got ${quoted(first.kind)}.`,
      )
      // What a client cannot do without: what was answered, and how things stand.
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
    ...doc,
    id: 'voice-ide-missed-turn',
    sentence: 'The server replays missed events from its log: a turn goes on where the connection broke.',
    async check(bench) {
      const { runtime: first, sessionId } = await meetConductor(bench)
      first.tell('userAudioTranscriptFinal', { text: 'Hello' })
      const before = await first.until('a tool call', isCall)
      first.cut()
      await first.closing()
      const call = before.at(-1)!
      const second = await comeBack(bench, sessionId, call.id)
      // What could not be sent was kept.
      if (isCall(call)) second.answer(call)
      const after = await second.restOfTurn()
      must(after.some(isKind('assistantSpeechFinal')), `The answer was lost: ${quoted(after.map(kindOf))}.`)
      const known = new Set(before.map(({ id }) => id))
      const again = after.find(({ id }) => known.has(id))
      must(again === undefined, `Said again: ${quoted(again?.kind)}.`)
    },
  },
  {
    ...doc,
    id: 'voice-ide-kept-words',
    sentence: 'Events that were buffered while offline are taken after session.reconnect.',
    async check(bench) {
      const { sessionId, events } = await leftAfterTurn(bench)
      const runtime = await comeBack(bench, sessionId, events.at(-1)!.id)
      must((await runtime.ask()).some(isKind('assistantSpeechFinal')), 'The words had no answer.')
    },
  },
  {
    ...doc,
    id: 'voice-ide-dedupe',
    sentence:
      'Events are known by their ids: words that are sent again, at once or after a reconnection, are asked once.',
    async check(bench) {
      const { runtime: first, sessionId } = await meetConductor(bench)
      const words = {
        id: randomUUID(),
        timestamp: new Date(bench.clock.now()).toISOString(),
        kind: { userAudioTranscriptFinal: { text: QUESTION } },
      }
      first.send(words)
      first.send(words)
      const events = await first.restOfTurn()
      const begun = events.filter((event) => stateOf(event) === 'thinking').length
      must(begun === 1, `The same words began ${begun} turns.`)
      expectSame(stepsOf(await saidUnasked(bench, first)), [])
      first.cut()
      await first.closing()
      const second = await comeBack(bench, sessionId, events.at(-1)!.id)
      second.send(words)
      expectSame(stepsOf(await saidUnasked(bench, second)), [])
      expectSame(stepsOf(await second.ask()), FLOW)
    },
  },
]
