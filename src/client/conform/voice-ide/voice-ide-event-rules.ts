// Document 002: the envelope, the kinds, and versions.
import { randomUUID } from 'node:crypto'
import {
  kindOf,
  VOICE_IDE_VERSION,
  type VoiceIdeEvent,
  type VoiceIdeKind,
} from '../../../shared/wire/voice-ide.ts'
import { admissionRules } from '../admission-rules.ts'
import { expectSame, must, quoted } from '../probe.ts'
import { Unseen, type Bench, type Rule } from '../rule.ts'
import { isCall, isKind, meetConductor, QUESTION, readVoiceIde } from './voice-ide-probe.ts'

const doc = { document: '002' } as const
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const FROM_SERVER: ReadonlySet<VoiceIdeKind> = new Set([
  'assistantSpeechPartial',
  'assistantSpeechFinal',
  'assistantUIPatch',
  'toolCall',
  'error',
])

async function turns(bench: Bench, count: number): Promise<VoiceIdeEvent[]> {
  const { runtime } = await meetConductor(bench)
  const events: VoiceIdeEvent[] = []
  for (let turn = 0; turn < count; turn++) events.push(...(await runtime.ask()))
  return events
}

/** After this was sent the connection is as good as before, and nothing was said to it, or errors alone. */
async function isHarmless(
  bench: Bench,
  send: (tell: Tell, raw: Raw) => void,
  mayComplain: boolean,
): Promise<void> {
  const { runtime } = await meetConductor(bench)
  send(runtime.tell, runtime.send)
  const said = await runtime.sofar()
  for (const event of said)
    must(mayComplain && kindOf(event) === 'error', `It was answered with ${quoted(event.kind)}.`)
  const answer = await runtime.ask()
  must(answer.some(isKind('assistantSpeechFinal')), 'The next words had no answer.')
  expectSame(answer.filter(isKind('assistantSpeechFinal')).length, 1)
  if (!mayComplain) must(!answer.some(isKind('error')), 'It was answered with an error.')
}
type Tell = (kind: string, body: object) => void
type Raw = (frame: object | string) => void

const event = (kind: string, body: object): object => ({
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  kind: { [kind]: body },
})

export const voiceIdeEventRules: readonly Rule[] = [
  {
    ...doc,
    section: 'Transport',
    id: 'voice-ide-tls',
    sentence: 'The transport is wss://.',
    check: { beyond: 'told by the address: others come by wss://, this computer by ws://' },
  },
  {
    ...doc,
    section: 'Event Envelope',
    id: 'voice-ide-envelope',
    sentence: 'Every message is an event: an id, an ISO 8601 timestamp, and a kind that is one of the kinds.',
    async check(bench) {
      // What is no such event is thrown by the probe itself.
      await turns(bench, 1)
    },
  },
  {
    ...doc,
    section: 'Event Envelope',
    id: 'voice-ide-ids',
    sentence: 'Every event has an id of its own, a UUID.',
    async check(bench) {
      const ids = (await turns(bench, 2)).map(({ id }) => id)
      const wrong = ids.find((id) => !UUID.test(id))
      must(wrong === undefined, `${quoted(wrong)} is no UUID.`)
      must(new Set(ids).size === ids.length, 'An id was used twice.')
    },
  },
  {
    ...doc,
    section: 'Transport',
    id: 'voice-ide-direction',
    sentence: 'The server sends conductor events: tool calls, speech, UI patches, errors.',
    async check(bench) {
      const wrong = (await turns(bench, 1)).find((one) => !FROM_SERVER.has(kindOf(one)))
      must(wrong === undefined, `The server sent ${quoted(wrong?.kind)}.`)
    },
  },
  {
    ...doc,
    section: 'tool.call',
    id: 'voice-ide-call-ids',
    sentence: 'Each tool.call has a callId of its own.',
    async check(bench) {
      const ids = (await turns(bench, 2)).filter(isCall).map((call) => call.kind.toolCall.callId)
      must(new Set(ids).size === ids.length, 'A callId was used twice.')
    },
  },
  {
    ...doc,
    section: 'assistant.ui.patch',
    id: 'voice-ide-patch',
    sentence: 'assistant.ui.patch carries an operation with a path, as JSON text.',
    async check(bench) {
      const patches = (await turns(bench, 1)).filter(isKind('assistantUIPatch'))
      if (patches.length === 0) throw new Unseen('the answer showed nothing')
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
    ...doc,
    section: 'user.audio.transcript.partial',
    id: 'voice-ide-partial-words',
    sentence: 'Partial transcripts are streaming: only the final one is a request.',
    check: (bench) =>
      isHarmless(
        bench,
        (tell) => {
          tell('userAudioTranscriptPartial', { text: 'Hel' })
          tell('userAudioTranscriptPartial', { text: QUESTION })
        },
        false,
      ),
  },
  {
    ...doc,
    section: 'error',
    id: 'voice-ide-client-error',
    sentence: 'error may come from the runtime, too, and ends nothing.',
    check: (bench) =>
      isHarmless(
        bench,
        (tell) => tell('error', { code: 'tts_failed', message: 'ElevenLabs returned HTTP 401' }),
        false,
      ),
  },
  {
    ...doc,
    section: 'Versioning',
    id: 'voice-ide-unknown-kind',
    sentence: 'Unknown event kinds are ignored gracefully.',
    check: (bench) => isHarmless(bench, (tell) => tell('userDanced', { steps: 3 }), false),
  },
  {
    ...doc,
    section: 'error',
    id: 'voice-ide-malformed',
    sentence: 'What is no event gets an error at most, and the connection goes on.',
    check: (bench) =>
      isHarmless(
        bench,
        (_tell, raw) => {
          for (const text of ['not JSON', 'null', '{}', '{"id":"1","timestamp":"then","kind":{}}']) raw(text)
          raw({ ...event('sessionStart', {}), kind: { error: {}, sessionStart: {} } })
        },
        true,
      ),
  },
  {
    document: 'ruling',
    section: '6',
    id: 'voice-ide-version-sent',
    sentence: 'protocolVersion is sent to a client that sent it.',
    async check(bench) {
      const { runtime } = await meetConductor(bench, { version: VOICE_IDE_VERSION })
      for (const { protocolVersion } of await runtime.ask()) expectSame(protocolVersion, VOICE_IDE_VERSION)
    },
  },
  {
    document: 'ruling',
    section: '6',
    id: 'voice-ide-version-absent',
    sentence: 'A client that sends no protocolVersion is sent none.',
    async check(bench) {
      for (const { protocolVersion } of await turns(bench, 1)) expectSame(protocolVersion, undefined)
    },
  },
  {
    document: 'ruling',
    section: '6',
    id: 'voice-ide-version-other',
    sentence: 'protocolVersion is accepted always.',
    async check(bench) {
      const { runtime } = await meetConductor(bench, { version: '2.7' })
      must((await runtime.ask()).some(isKind('assistantSpeechFinal')), 'There was no answer.')
    },
  },
  ...admissionRules({
    wire: 'voice-ide',
    isWelcome: (frame) => kindOf(readVoiceIde(frame)) !== 'error',
    isRefusal: (frame) => kindOf(readVoiceIde(frame)) === 'error',
    // The conductor does not speak first.
    greet(probe) {
      probe.send(event('sessionStart', { sessionId: `conform-${randomUUID()}` }))
      probe.send(event('userAudioTranscriptFinal', { text: QUESTION }))
    },
  }),
]
