// How the server waits for the results of its tool calls.
import { randomUUID } from 'node:crypto'
import type { VoiceIdeEvent } from '../../shared/wire/voice-ide.ts'
import { expectSame, must, quoted, receivedUnasked } from '../conform/probe.ts'
import type { CheckContext, Rule } from '../conform/rule.ts'
import {
  FLOW,
  stepOf,
  stepsOf,
  isCall,
  isKind,
  startSession,
  QUESTION,
  stateOf,
  type Runtime,
} from './probe.ts'

/** Longer than any server waits for a result. */
const MAX_WAIT_MS = 180_000

/** While a call has no result, no step of the turn may follow. */
function mustWait(events: readonly VoiceIdeEvent[]): void {
  const step = events.find((event) => stepOf(event) !== null)
  must(step === undefined, `The server did not wait for the result: ${quoted(step?.kind)}.`)
}

/** The next call that is a step of the turn. Answers all others. */
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

async function asked(context: CheckContext): Promise<Runtime> {
  const { runtime } = await startSession(context)
  runtime.sendEvent('userAudioTranscriptFinal', { text: QUESTION })
  return runtime
}

export const voiceIdeCallRules: readonly Rule[] = [
  {
    id: 'voice-ide-call-awaited',
    title: 'The server waits for the result of each tool call before the next step of the turn.',
    async check(context) {
      const runtime = await asked(context)
      for (;;) {
        const call = await nextStepCall(runtime)
        mustWait(await receivedUnasked(context, runtime))
        runtime.answer(call)
        if (stateOf(call) === 'idle') return
      }
    },
  },
  {
    id: 'voice-ide-unknown-call',
    title: 'A tool.result for an unknown call gets an error and answers no other call.',
    async check(context) {
      const runtime = await asked(context)
      const call = await nextStepCall(runtime)
      runtime.sendEvent('toolResult', { callId: randomUUID(), result: '{"ok":true}', error: null })
      await runtime.until('error', (event) => {
        mustWait([event])
        return isKind('error')(event)
      })
      mustWait(await receivedUnasked(context, runtime))
      runtime.answer(call)
      expectSame(stepsOf(await runtime.restOfTurn()), FLOW.slice(1))
    },
  },
  {
    id: 'voice-ide-call-limit',
    title: 'The server does not wait forever for a result: the turn reaches idle.',
    needs: ['slow'],
    async check(context) {
      const runtime = await asked({ ...context, timeoutMs: MAX_WAIT_MS })
      const events = await runtime.until('convo.setState idle', (event) => stateOf(event) === 'idle')
      expectSame(stepsOf(events), FLOW)
      const call = callIn(events)
      runtime.answer(call)
      must((await runtime.ask()).some(isKind('assistantSpeechFinal')), 'The next request had no answer.')
    },
  },
  {
    id: 'voice-ide-own-conversation',
    title:
      'Each client has its own conversation: two sessions neither receive each other’s events nor wait for each other.',
    async check(context) {
      const { runtime: one } = await startSession(context)
      const { runtime: other } = await startSession(context)
      expectSame(stepsOf(await one.ask()), FLOW)
      const overheard = (await other.received())[0]
      must(overheard === undefined, `Another session received ${quoted(overheard?.kind)}.`)
      const both = await Promise.all([one.ask(), other.ask()])
      for (const events of both) expectSame(stepsOf(events), FLOW)
    },
  },
]
