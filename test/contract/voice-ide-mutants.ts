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

/** The kind of an event, and of the two calls that matter, which. */
function stepOf(one: unknown): Step {
  const kinds = kindsOf(one)
  const call = kinds['toolCall']
  if (call?.['name'] === 'tts.speak') return 'speak'
  if (call?.['arguments'] === '{"state":"idle"}') return 'idle'
  return Object.keys(kinds)[0] as Step
}

/** Says something else instead of some events. */
const says = (
  rule: string,
  does: string,
  instead: Partial<Record<Step, (one: VoiceIdeEvent, sent: readonly VoiceIdeEvent[]) => Sent>>,
): Mutant =>
  mutant(rule, does, () => ({
    voiceIde: { out: (one, sent) => instead[stepOf(one)]?.(one, sent) ?? [one] },
  }))

/** Deals in its own way with events of this kind; undefined stands for what is no event. */
const hears = (
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

/** Deals in its own way with an answer to a call that it did not make. */
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
  says('voice-ide-envelope', 'has no time', {
    assistantSpeechFinal: ({ id, kind }) => [{ id, kind }],
  }),
  says('voice-ide-envelope', 'has two kinds in one event', {
    assistantSpeechFinal: (one) => [{ ...one, kind: { ...one.kind, error: { code: 'a', message: 'b' } } }],
  }),
  says('voice-ide-ids', 'counts its events', { assistantSpeechFinal: (one) => [{ ...one, id: 'event-7' }] }),
  says('voice-ide-ids', 'uses an id twice', {
    assistantSpeechFinal: (one, sent) => [{ ...one, id: sent[0]!.id }],
  }),
  says('voice-ide-direction', 'says what only a client says', {
    assistantSpeechFinal: (one) => [event('userAudioTranscriptFinal', { text: 'Hello' }), one],
  }),
  says('voice-ide-call-ids', 'uses a callId twice', {
    idle: (one, sent) => [withBody(one, { callId: kindsOf(sent[0])['toolCall']!['callId']! })],
  }),
  says('voice-ide-patch', 'has no path', {
    assistantUIPatch: (one) => [withBody(one, { patch: '{"card":1}' })],
  }),
  hears('voice-ide-partial-words', 'does not wait for the end', 'userAudioTranscriptPartial', (guest) => {
    guest.turn()
    return true
  }),
  hears('voice-ide-client-error', 'hangs up', 'error', hangsUp),
  hears('voice-ide-unknown-kind', 'complains', 'userDanced', (guest) => {
    guest.say({ error: { code: 'unknown_kind', message: 'What?' } })
    return true
  }),
  hears('voice-ide-malformed', 'hangs up', undefined, hangsUp),
  says('voice-ide-version-sent', 'leaves its version out', {
    assistantSpeechFinal: ({ id, timestamp, kind }) => [{ id, timestamp, kind }],
  }),
  says('voice-ide-version-absent', 'always sends its version', {
    assistantSpeechFinal: (one) => [{ ...one, protocolVersion: '2.0' }],
  }),
  mutant('voice-ide-version-other', 'wants its own version', () => ({
    voiceIde: {
      in: (raw, guest) => (raw as { protocolVersion?: string })?.protocolVersion === '2.7' && hangsUp(guest),
    },
  })),
  says('voice-ide-flow', 'speaks before it knows what to say', {
    assistantSpeechFinal: () => [],
    speak: (one) => [one, event('assistantSpeechFinal', { text: 'Hi there!' })],
  }),
  says('voice-ide-flow-again', 'says the last thing again', {
    assistantSpeechFinal: (one, sent) =>
      sent.some((before) => stepOf(before) === 'idle')
        ? [event('toolCall', { callId: 'again', name: 'tts.speak', arguments: '{"text":"Hi"}' }), one]
        : [one],
  }),
  says('voice-ide-final-words', 'says nothing', {
    assistantSpeechFinal: (one) => [withBody(one, { text: '' })],
  }),
  says('voice-ide-final-words', 'says it twice', {
    assistantSpeechFinal: (one) => [one, { ...one, id: randomUUID() }],
  }),
  says('voice-ide-partial-speech', 'has a piece after the whole', {
    assistantSpeechFinal: (one) => [one, event('assistantSpeechPartial', { text: 'Hi' })],
  }),
  says('voice-ide-speak', 'does not say what to speak', {
    speak: (one) => [withBody(one, { arguments: '{}' })],
  }),
  hears(
    'voice-ide-failed-tool',
    'hangs up',
    'toolResult',
    (guest, { error }) => error !== null && hangsUp(guest),
  ),
  says('voice-ide-call-awaited', 'answers before it is seen to think', {
    toolCall: (one) => [one, event('assistantSpeechFinal', { text: 'Hi there!' })],
  }),
  says('voice-ide-call-awaited', 'is idle before it has spoken', {
    speak: (one) => [
      one,
      event('toolCall', { callId: 'early', name: 'convo.setState', arguments: '{"state":"idle"}' }),
    ],
  }),
  mutant('voice-ide-unknown-call', 'takes it for the answer it waits for', () =>
    hearsUnknown((guest) => guest.say({ assistantSpeechFinal: { text: 'Hi there!' } })),
  ),
  silentMutant('voice-ide-unknown-call', 'says nothing of it', () => hearsUnknown(() => {})),
  mutant('voice-ide-own-conversation', 'tells everybody everything', () => {
    const guests = new Set<VoiceIdeGuest>()
    return {
      voiceIde: {
        in: (_raw, guest) => !guests.add(guest),
        out(one) {
          for (const guest of guests) guest.tell(one)
          return []
        },
      },
    }
  }),
  hears('voice-ide-dedupe', 'does whatever it is told', 'userAudioTranscriptFinal', (guest) => {
    guest.turn()
    return true
  }),
  mutant('voice-ide-dedupe', 'does not know what it heard before the connection broke', () => ({
    voiceIde: { forgetsHeard: true },
  })),
  mutant('voice-ide-replay', 'replays in another order', () => ({
    voiceIde: { replay: (missed) => missed.toReversed() },
  })),
  mutant('voice-ide-replay', 'gives what it replays other ids', () => ({
    voiceIde: { replay: (missed) => missed.map((one) => ({ ...one, id: randomUUID() })) },
  })),
  mutant('voice-ide-replay-nothing', 'replays everything', () => ({
    voiceIde: { replay: (_missed, log) => log },
  })),
  mutant('voice-ide-snapshot', 'does not say so', () => ({ voiceIde: { saysSnapshot: false } })),
  mutant('voice-ide-snapshot', 'leaves the answer out', () => ({
    voiceIde: {
      replay: (missed) => missed.filter((one) => !['assistantSpeechFinal', 'speak'].includes(stepOf(one))),
    },
  })),
  mutant('voice-ide-missed-turn', 'replays what is known', () => ({
    voiceIde: { replay: (_missed, log) => log },
  })),
  mutant('voice-ide-kept-words', 'wants a session that just began', () => {
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
