// The steps of a turn.
import { parseJson } from '../../base/parse-json.ts'
import { kindOf, type VoiceIdeEvent } from '../../shared/wire/voice-ide.ts'
import { expectSame, must, quoted } from '../conform/probe.ts'
import { NotObserved, type CheckContext, type Rule } from '../conform/rule.ts'
import { FLOW, isCall, isKind, startSession, stepsOf } from './probe.ts'

const turn = async (context: CheckContext): Promise<VoiceIdeEvent[]> =>
  (await startSession(context)).runtime.ask()

export const voiceIdeFlowRules: readonly Rule[] = [
  {
    id: 'voice-ide-flow',
    title: 'A turn is setState thinking, speech.final, tts.speak, setState idle, with each call answered.',
    async check(context) {
      expectSame(stepsOf(await turn(context)), FLOW)
    },
  },
  {
    id: 'voice-ide-flow-again',
    title: 'A session takes one turn after another.',
    async check(context) {
      const { runtime } = await startSession(context)
      for (let count = 0; count < 2; count++) expectSame(stepsOf(await runtime.ask()), FLOW)
    },
  },
  {
    id: 'voice-ide-final-words',
    title: 'assistant.speech.final carries the whole spoken text, once per turn.',
    async check(context) {
      const finals = (await turn(context)).filter(isKind('assistantSpeechFinal'))
      expectSame(finals.length, 1)
      must(finals[0]!.kind.assistantSpeechFinal.text.trim() !== '', 'The final text is empty.')
    },
  },
  {
    id: 'voice-ide-partial-speech',
    title: 'assistant.speech.partial precedes the final text.',
    async check(context) {
      const kinds = (await turn(context)).map(kindOf)
      if (!kinds.includes('assistantSpeechPartial')) throw new NotObserved('the answer had no partial text')
      must(
        kinds.lastIndexOf('assistantSpeechPartial') < kinds.indexOf('assistantSpeechFinal'),
        'A partial text followed the final one.',
      )
    },
  },
  {
    id: 'voice-ide-speak',
    title: 'The arguments of tts.speak have the text to say.',
    async check(context) {
      const calls = (await turn(context)).filter(isCall).map(({ kind }) => kind.toolCall)
      const spoken = calls.filter(({ name }) => name === 'tts.speak')
      must(spoken.length > 0, 'There was no tts.speak.')
      for (const { arguments: given } of spoken) {
        const { text } = (parseJson(given) ?? {}) as { text?: unknown }
        must(typeof text === 'string' && text.trim() !== '', `Nothing to say in ${quoted(given)}.`)
      }
    },
  },
  {
    id: 'voice-ide-failed-tool',
    title: 'A tool.result with an error does not stop the turn.',
    async check(context) {
      const outcome = { result: null, error: 'ElevenLabs API key is not configured.' }
      const { runtime } = await startSession(context, { outcome })
      const steps = stepsOf(await runtime.ask())
      must(steps.at(-1) === 'setState idle', `Expected idle at the end: ${quoted(steps)}.`)
      must((await runtime.ask()).some(isKind('assistantSpeechFinal')), 'The next request had no answer.')
    },
  },
]
