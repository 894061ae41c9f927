import { randomUUID } from 'node:crypto'
import type { VoiceIdeEvent, VoiceIdeKind } from '../../src/shared/wire/voice-ide.ts'
import type { VoiceIdeGuest } from '../fakes/fake-voice-ide-gateway.ts'
import { mutant, silentMutant, type Mutant } from './mutants.ts'

type Sent = readonly (object | string | Uint8Array)[]
type Kinds = Record<string, Record<string, string> | undefined>
type Step = VoiceIdeKind | 'speak' | 'idle'

const kindsOf = (event: unknown): Kinds => ((event ?? {}) as { kind?: Kinds }).kind ?? {}
const event = (kind: VoiceIdeKind, body: object): object => ({
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  kind: { [kind]: body },
})

/** The kind of an event; for two tool calls, which one. */
function stepOf(one: unknown): Step {
  const kinds = kindsOf(one)
  const call = kinds['toolCall']
  if (call?.['name'] === 'tts.speak') return 'speak'
  if (call?.['arguments'] === '{"state":"idle"}') return 'idle'
  return Object.keys(kinds)[0] as Step
}

/** Replaces some events. */
const sends = (
  rule: string,
  does: string,
  instead: Partial<Record<Step, (one: VoiceIdeEvent, sent: readonly VoiceIdeEvent[]) => Sent>>,
): Mutant =>
  mutant(rule, does, () => ({
    voiceIde: { out: (one, sent) => instead[stepOf(one)]?.(one, sent) ?? [one] },
  }))

/** Handles events of this kind; undefined is not an event. */
const receives = (
  rule: string,
  does: string,
  kind: string | undefined,
  deal: (guest: VoiceIdeGuest, body: Record<string, unknown>, raw: unknown) => boolean,
): Mutant =>
  mutant(rule, does, () => ({
    voiceIde: {
      in(raw, guest) {
        const [found] = Object.keys(kindsOf(raw))
        return found === kind && deal(guest, kindsOf(raw)[String(kind)] ?? {}, raw)
      },
    },
  }))

const hangsUp = (guest: VoiceIdeGuest): boolean => {
  guest.socket.close(1008, 'No')
  return true
}
const withBody = (one: VoiceIdeEvent, body: Record<string, string>): object => {
  const [[kind, before]] = Object.entries(one.kind) as [[string, object]]
  return { ...one, kind: { [kind]: { ...before, ...body } } }
}

/** Handles an answer to a call that was not made. */
function hearsUnknown(deal: (guest: VoiceIdeGuest) => void): ReturnType<Mutant['quirks']> {
  const made = new Set<string>()
  return {
    voiceIde: {
      out(one) {
        made.add(kindsOf(one)['toolCall']?.['callId'] ?? '')
        return [one]
      },
      in(raw, guest) {
        const callId = kindsOf(raw)['toolResult']?.['callId']
        if (callId === undefined || made.has(callId)) return false
        deal(guest)
        return true
      },
    },
  }
}

export const voiceIdeMutants: readonly Mutant[] = [
  sends('voice-ide-envelope', 'has no time', {
    assistantSpeechFinal: ({ id, kind }) => [{ id, kind }],
  }),
  sends('voice-ide-envelope', 'has two kinds in one event', {
    assistantSpeechFinal: (one) => [{ ...one, kind: { ...one.kind, error: { code: 'a', message: 'b' } } }],
  }),
  sends('voice-ide-ids', 'numbers its events', {
    assistantSpeechFinal: (one) => [{ ...one, id: 'event-7' }],
  }),
  sends('voice-ide-ids', 'uses an id twice', {
    assistantSpeechFinal: (one, sent) => [{ ...one, id: sent[0]!.id }],
  }),
  sends('voice-ide-direction', 'sends a kind of the client', {
    assistantSpeechFinal: (one) => [event('userAudioTranscriptFinal', { text: 'Hello' }), one],
  }),
  sends('voice-ide-call-ids', 'uses a callId twice', {
    idle(one, sent) {
      const first = sent.map((before) => kindsOf(before)['toolCall']).find((call) => call !== undefined)
      return [withBody(one, { callId: first!['callId']! })]
    },
  }),
  sends('voice-ide-patch', 'has no path', {
    assistantUIPatch: (one) => [withBody(one, { patch: '{"card":1}' })],
  }),
  receives('voice-ide-partial-words', 'does not wait for the end', 'userAudioTranscriptPartial', (guest) => {
    guest.turn()
    return true
  }),
  receives('voice-ide-client-error', 'closes the connection', 'error', hangsUp),
  receives('voice-ide-unknown-kind', 'complains', 'userDanced', (guest) => {
    guest.say({ error: { code: 'unknown_kind', message: 'What?' } })
    return true
  }),
  receives('voice-ide-malformed', 'closes the connection', undefined, hangsUp),
  sends('voice-ide-version-sent', 'leaves its version out', {
    assistantSpeechFinal: ({ id, timestamp, kind }) => [{ id, timestamp, kind }],
  }),
  sends('voice-ide-version-absent', 'always sends its version', {
    assistantSpeechFinal: (one) => [{ ...one, protocolVersion: '2.0' }],
  }),
  mutant('voice-ide-version-other', 'refuses other versions', () => ({
    voiceIde: {
      in: (raw, guest) => (raw as { protocolVersion?: string })?.protocolVersion === '2.7' && hangsUp(guest),
    },
  })),
  sends('voice-ide-flow', 'sends the answer before thinking', {
    assistantSpeechFinal: () => [],
    speak: (one) => [one, event('assistantSpeechFinal', { text: 'Hi there!' })],
  }),
  sends('voice-ide-flow-again', 'repeats the previous answer', {
    assistantSpeechFinal: (one, sent) =>
      sent.some((before) => stepOf(before) === 'idle')
        ? [event('toolCall', { callId: 'again', name: 'tts.speak', arguments: '{"text":"Hi"}' }), one]
        : [one],
  }),
  sends('voice-ide-final-words', 'sends no answer', {
    assistantSpeechFinal: (one) => [withBody(one, { text: '' })],
  }),
  sends('voice-ide-final-words', 'sends the answer twice', {
    assistantSpeechFinal: (one) => [one, { ...one, id: randomUUID() }],
  }),
  sends('voice-ide-partial-speech', 'sends a partial text after the final one', {
    assistantSpeechFinal: (one) => [one, event('assistantSpeechPartial', { text: 'Hi' })],
  }),
  sends('voice-ide-speak', 'does not call tts.speak', {
    speak: (one) => [withBody(one, { arguments: '{}' })],
  }),
  receives(
    'voice-ide-failed-tool',
    'closes the connection',
    'toolResult',
    (guest, { error }) => error !== null && hangsUp(guest),
  ),
  sends('voice-ide-call-awaited', 'does not wait for the result of thinking', {
    toolCall: (one) => [one, event('assistantSpeechFinal', { text: 'Hi there!' })],
  }),
  sends('voice-ide-call-awaited', 'does not wait for the result of speaking', {
    speak: (one) => [
      one,
      event('toolCall', { callId: 'early', name: 'convo.setState', arguments: '{"state":"idle"}' }),
    ],
  }),
  mutant('voice-ide-unknown-call', 'takes it for the awaited result', () =>
    hearsUnknown((guest) => guest.say({ assistantSpeechFinal: { text: 'Hi there!' } })),
  ),
  silentMutant('voice-ide-unknown-call', 'ignores it', () => hearsUnknown(() => {})),
  mutant('voice-ide-own-conversation', 'sends every event to every client', () => {
    const guests = new Set<VoiceIdeGuest>()
    return {
      voiceIde: {
        in: (_raw, guest) => !guests.add(guest),
        out(one) {
          for (const guest of guests) guest.sendRaw(one)
          return []
        },
      },
    }
  }),
  receives('voice-ide-dedupe', 'handles an event twice', 'userAudioTranscriptFinal', (guest) => {
    guest.turn()
    return true
  }),
  mutant('voice-ide-dedupe', 'forgets received events when the connection breaks', () => ({
    voiceIde: { forgetsReceived: true },
  })),
  mutant('voice-ide-resume-secret', 'resumes a session without its secret', () => ({
    voiceIde: { ignoresSecret: true },
  })),
  mutant('voice-ide-typed', 'answers in the documented envelope', () => ({
    voiceIde: { out: (documented) => [documented] },
  })),
  mutant('voice-ide-replay', 'replays in another order', () => ({
    voiceIde: { replay: (missed) => missed.toReversed() },
  })),
  mutant('voice-ide-replay', 'replays with other ids', () => ({
    voiceIde: { replay: (missed) => missed.map((one) => ({ ...one, id: randomUUID() })) },
  })),
  mutant('voice-ide-replay-nothing', 'replays everything', () => ({
    voiceIde: { replay: (_missed, log) => log },
  })),
  mutant('voice-ide-snapshot', 'sends no snapshot_follows', () => ({ voiceIde: { saysSnapshot: false } })),
  mutant('voice-ide-snapshot', 'omits the answer', () => ({
    voiceIde: {
      replay: (missed) => missed.filter((one) => !['assistantSpeechFinal', 'speak'].includes(stepOf(one))),
    },
  })),
  mutant('voice-ide-missed-turn', 'replays known events', () => ({
    voiceIde: { replay: (_missed, log) => log },
  })),
  mutant('voice-ide-kept-words', 'refuses requests after a reconnection', () => {
    let isBack = false
    return {
      voiceIde: {
        in(raw, guest) {
          isBack ||= 'sessionReconnect' in kindsOf(raw)
          return isBack && 'userAudioTranscriptFinal' in kindsOf(raw) && hangsUp(guest)
        },
      },
    }
  }),
]
