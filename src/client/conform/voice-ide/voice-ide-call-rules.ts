// Document 002: the conductor waits for what it asked for, for that alone, and not without end.
import { randomUUID } from 'node:crypto'
import type { VoiceIdeEvent } from '../../../shared/wire/voice-ide.ts'
import { expectSame, must, quoted } from '../probe.ts'
import { saidUnasked } from '../quiet.ts'
import type { Bench, Rule } from '../rule.ts'
import { isCall, isKind, meetConductor, QUESTION, stateOf, type Runtime } from './voice-ide-probe.ts'
import { FLOW, stepOf, stepsOf } from './voice-ide-steps.ts'

const doc = { document: '002' } as const

/** Longer than anybody waits for an answer that does not come. */
const MOST_PATIENCE_MS = 180_000

/** What comes while a call has no answer is no step of the flow. */
function mustWait(events: readonly VoiceIdeEvent[]): void {
  const step = events.find((event) => stepOf(event) !== null)
  must(step === undefined, `It did not wait for the answer: ${quoted(step?.kind)}.`)
}

/** The turn's next call that is a step of the flow, the others being answered. */
async function nextStepCall(runtime: Runtime): Promise<ReturnType<typeof callIn>> {
  const events = await runtime.until('a tool call', (event) => {
    if (!isCall(event)) return false
    if (stepOf(event) !== null) return true
    runtime.answer(event)
    return false
  })
  return callIn(events)
}

function callIn(events: readonly VoiceIdeEvent[]) {
  const call = events.findLast(isCall)
  must(call !== undefined, 'There was no call.')
  return call
}

async function asked(bench: Bench): Promise<Runtime> {
  const { runtime } = await meetConductor(bench)
  runtime.tell('userAudioTranscriptFinal', { text: QUESTION })
  return runtime
}

export const voiceIdeCallRules: readonly Rule[] = [
  {
    ...doc,
    section: 'WebSocket Protocol Flow',
    id: 'voice-ide-call-awaited',
    sentence: 'Each tool.call is answered before the next step of the flow comes.',
    async check(bench) {
      const runtime = await asked(bench)
      for (;;) {
        const call = await nextStepCall(runtime)
        mustWait(await saidUnasked(bench, runtime))
        runtime.answer(call)
        if (stateOf(call) === 'idle') return
      }
    },
  },
  {
    ...doc,
    section: 'tool.result',
    id: 'voice-ide-unknown-call',
    sentence: 'A tool.result for a call that nobody made gets an error, and answers no other call.',
    async check(bench) {
      const runtime = await asked(bench)
      const call = await nextStepCall(runtime)
      runtime.tell('toolResult', { callId: randomUUID(), result: '{"ok":true}', error: null })
      await runtime.until('error', (event) => {
        mustWait([event])
        return isKind('error')(event)
      })
      mustWait(await saidUnasked(bench, runtime))
      runtime.answer(call)
      expectSame(stepsOf(await runtime.restOfTurn()), FLOW.slice(1))
    },
  },
  {
    ...doc,
    section: 'tool.call',
    id: 'voice-ide-call-limit',
    sentence: 'A call that gets no answer is not waited for without end: the turn comes to idle.',
    needs: ['slow'],
    async check(bench) {
      const runtime = await asked({ ...bench, timeoutMs: MOST_PATIENCE_MS })
      const events = await runtime.until('convo.setState idle', (event) => stateOf(event) === 'idle')
      expectSame(stepsOf(events), FLOW)
      const call = callIn(events)
      runtime.answer(call)
      must((await runtime.ask()).some(isKind('assistantSpeechFinal')), 'The next words had no answer.')
    },
  },
  {
    document: 'ruling',
    section: '16',
    id: 'voice-ide-own-conversation',
    sentence:
      'Each client has its own conversation: two sessions do not hear each other, nor wait for each other.',
    async check(bench) {
      const { runtime: one } = await meetConductor(bench)
      const { runtime: other } = await meetConductor(bench)
      expectSame(stepsOf(await one.ask()), FLOW)
      const overheard = (await other.sofar())[0]
      must(overheard === undefined, `Another session was told ${quoted(overheard?.kind)}.`)
      const both = await Promise.all([one.ask(), other.ask()])
      for (const events of both) expectSame(stepsOf(events), FLOW)
    },
  },
]
