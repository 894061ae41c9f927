// Envelope, kinds and versions of events.
import { randomUUID } from 'node:crypto'
import {
  kindOf,
  VOICE_IDE_VERSION,
  type VoiceIdeEvent,
  type VoiceIdeKind,
} from '../../shared/wire/voice-ide.ts'
import { voiceIdeWire } from '../../shared/wire/voice-ide-typed.ts'
import { admissionRules } from '../conform/admission-rules.ts'
import { expectSame, must, quoted } from '../conform/probe.ts'
import { NotObserved, type CheckContext, type Rule } from '../conform/rule.ts'
import { isCall, isKind, startSession, QUESTION, readVoiceIde } from './probe.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const FROM_SERVER: ReadonlySet<VoiceIdeKind> = new Set([
  'assistantSpeechPartial',
  'assistantSpeechFinal',
  'assistantUIPatch',
  'toolCall',
  'error',
])

async function turns(context: CheckContext, count: number): Promise<VoiceIdeEvent[]> {
  const { runtime } = await startSession(context)
  const events: VoiceIdeEvent[] = []
  for (let turn = 0; turn < count; turn++) events.push(...(await runtime.ask()))
  return events
}

/** The frames have no effect, apart from errors if `mayComplain`, and the next request is answered. */
async function isHarmless(
  context: CheckContext,
  send: (emit: Emit, raw: Raw) => void,
  mayComplain: boolean,
): Promise<void> {
  const { runtime } = await startSession(context)
  send(runtime.sendEvent, runtime.send)
  const events = await runtime.received()
  for (const event of events)
    must(mayComplain && kindOf(event) === 'error', `The answer was ${quoted(event.kind)}.`)
  const answer = await runtime.ask()
  must(answer.some(isKind('assistantSpeechFinal')), 'The next request had no answer.')
  expectSame(answer.filter(isKind('assistantSpeechFinal')).length, 1)
  if (!mayComplain) must(!answer.some(isKind('error')), 'The answer was an error.')
}
type Emit = (kind: string, body: object) => void
type Raw = (frame: object | string) => void

const event = (kind: string, body: object): object => ({
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  kind: { [kind]: body },
})

export const voiceIdeEventRules: readonly Rule[] = [
  {
    id: 'voice-ide-tls',
    title: 'Clients on other computers connect with wss://.',
    check: { notTestable: 'shown by the address: ws:// on this computer, wss:// from others' },
  },
  {
    id: 'voice-ide-envelope',
    title: 'Every message is an event with an id, an ISO 8601 timestamp and one known kind.',
    async check(context) {
      // The probe throws for anything else.
      await turns(context, 1)
    },
  },
  {
    id: 'voice-ide-ids',
    title: 'Every event has a unique UUID.',
    async check(context) {
      const ids = (await turns(context, 2)).map(({ id }) => id)
      const wrong = ids.find((id) => !UUID.test(id))
      must(wrong === undefined, `${quoted(wrong)} is not a UUID.`)
      must(new Set(ids).size === ids.length, 'An id was used twice.')
    },
  },
  {
    id: 'voice-ide-direction',
    title: 'The server sends only tool calls, speech, UI patches and errors.',
    async check(context) {
      const wrong = (await turns(context, 1)).find((one) => !FROM_SERVER.has(kindOf(one)))
      must(wrong === undefined, `The server sent ${quoted(wrong?.kind)}.`)
    },
  },
  {
    id: 'voice-ide-call-ids',
    title: 'Every tool.call has a unique callId.',
    async check(context) {
      const ids = (await turns(context, 2)).filter(isCall).map((call) => call.kind.toolCall.callId)
      must(new Set(ids).size === ids.length, 'A callId was used twice.')
    },
  },
  {
    id: 'voice-ide-patch',
    title: 'assistant.ui.patch carries one operation with a path, as JSON text.',
    async check(context) {
      const patches = (await turns(context, 1)).filter(isKind('assistantUIPatch'))
      if (patches.length === 0) throw new NotObserved('the answer had no UI patch')
      for (const { kind } of patches) {
        const patch = JSON.parse(kind.assistantUIPatch.patch) as { op?: unknown; path?: unknown } | null
        must(
          typeof patch?.op === 'string' && typeof patch.path === 'string',
          `No operation: ${quoted(kind.assistantUIPatch.patch)}.`,
        )
      }
    },
  },
  {
    id: 'voice-ide-partial-words',
    title: 'Only a final transcript is a request; partial ones are not answered.',
    check: (context) =>
      isHarmless(
        context,
        (emit) => {
          emit('userAudioTranscriptPartial', { text: 'Hel' })
          emit('userAudioTranscriptPartial', { text: QUESTION })
        },
        false,
      ),
  },
  {
    id: 'voice-ide-client-error',
    title: 'An error event from the client ends nothing.',
    check: (context) =>
      isHarmless(
        context,
        (emit) => emit('error', { code: 'tts_failed', message: 'ElevenLabs returned HTTP 401' }),
        false,
      ),
  },
  {
    id: 'voice-ide-unknown-kind',
    title: 'The server ignores events of an unknown kind.',
    check: (context) => isHarmless(context, (emit) => emit('userDanced', { steps: 3 }), false),
  },
  {
    id: 'voice-ide-malformed',
    title: 'A frame that is not an event gets at most an error, and the connection continues.',
    check: (context) =>
      isHarmless(
        context,
        (_tell, raw) => {
          for (const text of ['not JSON', 'null', '{}', '{"id":"1","timestamp":"then","kind":{}}']) raw(text)
          raw({ ...event('sessionStart', {}), kind: { error: {}, sessionStart: {} } })
        },
        true,
      ),
  },
  {
    id: 'voice-ide-version-sent',
    title: 'The server sends protocolVersion to a client that sent it.',
    async check(context) {
      const { runtime } = await startSession(context, { version: VOICE_IDE_VERSION })
      for (const { protocolVersion } of await runtime.ask()) expectSame(protocolVersion, VOICE_IDE_VERSION)
    },
  },
  {
    id: 'voice-ide-version-absent',
    title: 'The server sends no protocolVersion to a client that sent none.',
    async check(context) {
      for (const { protocolVersion } of await turns(context, 1)) expectSame(protocolVersion, undefined)
    },
  },
  {
    id: 'voice-ide-version-other',
    title: 'The server accepts any protocolVersion.',
    async check(context) {
      const { runtime } = await startSession(context, { version: '2.7' })
      must((await runtime.ask()).some(isKind('assistantSpeechFinal')), 'There was no answer.')
    },
  },
  {
    id: 'voice-ide-typed',
    title: 'A client that uses the type and payload envelope is answered in it.',
    async check(context) {
      // The probe throws for another envelope.
      const { runtime } = await startSession(context, { typed: true })
      must((await runtime.ask()).some(isKind('assistantSpeechFinal')), 'There was no answer.')
    },
  },
  ...admissionRules({
    wire: voiceIdeWire,
    isWelcome: (frame) => kindOf(readVoiceIde(frame)) !== 'error',
    isRefusal: (frame) => kindOf(readVoiceIde(frame)) === 'error',
    // The server sends nothing before a request.
    greet(probe) {
      probe.send(event('sessionStart', { sessionId: `conform-${randomUUID()}` }))
      probe.send(event('userAudioTranscriptFinal', { text: QUESTION }))
    },
  }),
]
