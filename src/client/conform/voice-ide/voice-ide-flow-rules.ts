// Document 002: the flow of a turn.
import { parseJson } from '../../../core/parse-json.ts'
import { kindOf, type VoiceIdeEvent } from '../../../shared/wire/voice-ide.ts'
import { expectSame, must, quoted } from '../probe.ts'
import { Unseen, type Bench, type Rule } from '../rule.ts'
import { isCall, isKind, meetConductor } from './voice-ide-probe.ts'
import { FLOW, stepsOf } from './voice-ide-steps.ts'

const doc = { document: '002', section: 'WebSocket Protocol Flow' } as const

const turn = async (bench: Bench): Promise<VoiceIdeEvent[]> => (await meetConductor(bench)).runtime.ask()

export const voiceIdeFlowRules: readonly Rule[] = [
  {
    ...doc,
    id: 'voice-ide-flow',
    sentence: 'Final words: setState thinking, speech.final, tts.speak, setState idle, each call answered.',
    async check(bench) {
      expectSame(stepsOf(await turn(bench)), FLOW)
    },
  },
  {
    ...doc,
    id: 'voice-ide-flow-again',
    sentence: 'A session has one turn after another.',
    async check(bench) {
      const { runtime } = await meetConductor(bench)
      for (let count = 0; count < 2; count++) expectSame(stepsOf(await runtime.ask()), FLOW)
    },
  },
  {
    ...doc,
    section: 'assistant.speech.final',
    id: 'voice-ide-final-words',
    sentence: 'assistant.speech.final carries the final speech text, once a turn.',
    async check(bench) {
      const finals = (await turn(bench)).filter(isKind('assistantSpeechFinal'))
      expectSame(finals.length, 1)
      must(finals[0]!.kind.assistantSpeechFinal.text.trim() !== '', 'The final text is empty.')
    },
  },
  {
    ...doc,
    section: 'assistant.speech.partial',
    id: 'voice-ide-partial-speech',
    sentence: 'assistant.speech.partial streams, and comes before the final text.',
    async check(bench) {
      const kinds = (await turn(bench)).map(kindOf)
      if (!kinds.includes('assistantSpeechPartial')) throw new Unseen('the answer came in one piece')
      must(
        kinds.lastIndexOf('assistantSpeechPartial') < kinds.indexOf('assistantSpeechFinal'),
        'A piece came after the final text.',
      )
    },
  },
  {
    ...doc,
    section: 'tool.call',
    id: 'voice-ide-speak',
    sentence: 'tts.speak has the text to say in its arguments.',
    async check(bench) {
      const calls = (await turn(bench)).filter(isCall).map(({ kind }) => kind.toolCall)
      const spoken = calls.filter(({ name }) => name === 'tts.speak')
      must(spoken.length > 0, 'Nothing was to be spoken.')
      for (const { arguments: given } of spoken) {
        const { text } = (parseJson(given) ?? {}) as { text?: unknown }
        must(typeof text === 'string' && text.trim() !== '', `Nothing to say in ${quoted(given)}.`)
      }
    },
  },
  {
    ...doc,
    section: 'tool.result',
    id: 'voice-ide-failed-tool',
    sentence: 'A tool.result with an error is taken, and the turn comes to its end.',
    async check(bench) {
      const outcome = { result: null, error: 'ElevenLabs API key is not configured.' }
      const { runtime } = await meetConductor(bench, { outcome })
      const steps = stepsOf(await runtime.ask())
      must(steps.at(-1) === 'setState idle', `Expected idle at the end: ${quoted(steps)}.`)
      must((await runtime.ask()).some(isKind('assistantSpeechFinal')), 'The next words had no answer.')
    },
  },
]
