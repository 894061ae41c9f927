// Properties of a VoiceIDE session for any client, any disconnections and any restarts of the app.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withPatch, type Card, type CardPatch } from '../../../../../src/core/wires/voice-ide/cards.ts'
import {
  memoryOf,
  shortened,
  eventsAfter,
  type VoiceIdeLog,
} from '../../../../../src/core/wires/voice-ide/log.ts'
import {
  MAX_OPEN_CALLS,
  MAX_SEEN,
  MAX_SETTLED_CALLS,
  type VoiceIdeRecord,
} from '../../../../../src/core/wires/voice-ide/memory.ts'
import { stateOf, type VoiceIdeOutput } from '../../../../../src/core/wires/voice-ide/session.ts'
import { parseVoiceIdeEvent, type VoiceIdeEvent } from '../../../../../src/shared/wire/voice-ide.ts'
import { driveVoiceIde, recordsOf, toldOf } from '../../../../fakes/voice-ide-driver.ts'

type Deed =
  | { do: 'say' | 'delta'; text: string }
  | { do: 'answer'; which: number; error: string | null }
  | { do: 'again'; which: number }
  | { do: 'garbage'; data: string }
  | { do: 'artifact'; id: number }
  | { do: 'wait'; ms: number }
  | { do: 'end' | 'fail' | 'partial' | 'cut' | 'back' | 'restart' }
  | { do: 'shorten'; keep: number }
  /** A client without a memory, which starts instead of reconnecting. */
  | { do: 'anew' }

const words = fc.constantFrom('', 'Hello', '**bold** `code`', '😀', 'x'.repeat(500))
const index = fc.nat({ max: 40 })
const just = <D extends Deed['do']>(deed: D): fc.Arbitrary<{ do: D }> => fc.constant({ do: deed })

const deeds = (more: readonly fc.Arbitrary<Deed>[]): fc.Arbitrary<Deed[]> =>
  fc.array(
    fc.oneof(
      fc.record({ do: fc.constantFrom('say', 'delta'), text: words }),
      fc.record({
        do: fc.constant('answer' as const),
        which: index,
        error: fc.constantFrom(null, null, 'It broke.'),
      }),
      fc.record({ do: fc.constant('again' as const), which: index }),
      fc.record({ do: fc.constant('garbage' as const), data: fc.oneof(fc.string(), fc.json()) }),
      fc.record({ do: fc.constant('artifact' as const), id: fc.nat({ max: 5 }) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 400, 31_000, 200_000) }),
      fc.constantFrom('end', 'fail', 'partial').map((deed) => ({ do: deed }) as Deed),
      just('cut'),
      just('back'),
      just('restart'),
      ...more,
    ),
    { maxLength: 120, size: 'max' },
  ) as fc.Arbitrary<Deed[]>

/** A client that follows the protocol: it ignores events that it knows, and asks for those after the last one. */
function createClient() {
  const seen = new Set<string>()
  const received: VoiceIdeEvent[] = []
  let cards: readonly Card[] = []
  let state = 'idle'
  return {
    received,
    take(event: VoiceIdeEvent): void {
      if (seen.has(event.id)) return
      seen.add(event.id)
      received.push(event)
      const { kind } = event
      if ('assistantUIPatch' in kind)
        cards = withPatch(cards, JSON.parse(kind.assistantUIPatch.patch) as CardPatch)
      if ('toolCall' in kind && kind.toolCall.name === 'convo.setState') {
        ;({ state } = JSON.parse(kind.toolCall.arguments) as { state: string })
      }
    },
    shows: () => ({ cards, state }),
  }
}

/** Performs all steps, and checks the properties after each. */
function play(list: readonly Deed[]) {
  let drive = driveVoiceIde()
  let log: VoiceIdeLog = { before: null, records: [] }
  let runs = 0
  let there = false
  let client = createClient()
  const published: VoiceIdeEvent[] = []
  const calls: string[] = []
  const sent: string[] = []
  /** Refusals are not logged; each stands for the last logged event before it. */
  const unkept = new Map<string, string | null>()

  function happened(outputs: readonly VoiceIdeOutput[]): void {
    log = { ...log, records: [...log.records, ...recordsOf(outputs)] }
    for (const event of toldOf(outputs)) {
      expect(parseVoiceIdeEvent(event)).toMatchObject({ ok: true })
      published.push(event)
      if ('toolCall' in event.kind) calls.push(event.kind.toolCall.callId)
    }
    for (const output of outputs) {
      if (output.type === 'refuse') unkept.set(output.event.id, drive.session().memory.lastEventId)
      if (!there) continue
      if (output.type === 'repeat') client.take(output.event)
      else toldOf([output]).forEach(client.take)
    }
    const { memory } = drive.session()
    if (there) expect(memory.state).toBe(stateOf(drive.session()))
  }

  /** The log contains everything that the session knows. */
  const expectKept = (): void => expect(memoryOf(log)).toEqual(drive.session().memory)

  function back(): void {
    if (there) return
    const last = client.received.at(-1)?.id ?? null
    const before = unkept.get(last ?? '')
    const missed = eventsAfter(log, before === undefined ? last : before)
    there = true
    missed?.forEach(client.take)
    happened(drive.attach(missed === null ? 'snapshot' : 'replayed'))
  }

  const send = (frame: string): void => {
    sent.push(frame)
    happened(drive.frame(frame))
  }
  const event = (kind: object): string =>
    JSON.stringify({ id: `c${sent.length}`, timestamp: '2025-01-15T10:30:00.000Z', kind })

  function act(deed: Deed): void {
    switch (deed.do) {
      case 'say':
        return there ? send(event({ userAudioTranscriptFinal: { text: deed.text } })) : undefined
      case 'partial':
        return there ? send(event({ userAudioTranscriptPartial: { text: 'Hel' } })) : undefined
      case 'answer': {
        const callId = calls.at(-1 - deed.which) ?? 'call-unknown'
        const result = deed.error === null ? '{}' : null
        return there ? send(event({ toolResult: { callId, result, error: deed.error } })) : undefined
      }
      case 'again': {
        const frame = sent.at(-1 - deed.which)
        return there && frame !== undefined ? happened(drive.frame(frame)) : undefined
      }
      case 'garbage':
        return there ? happened(drive.frame(deed.data)) : undefined
      case 'delta':
        return deed.text === '' ? undefined : happened(drive.reply(deed.text))
      case 'artifact': {
        const artifact = {
          kind: 'error',
          id: `a${deed.id}`,
          title: 't',
          message: `${published.length}`,
        } as const
        return happened(drive.guest({ type: 'artifact.created', turnId: drive.turnId(), artifact }))
      }
      case 'wait':
        return happened(drive.wait(deed.ms))
      case 'end':
        return happened(drive.end())
      case 'fail': {
        const fault = { code: 'brain_failed', message: 'No.', remedy: 'Wait.', retryable: true } as const
        return happened(drive.guest({ type: 'turn.failed', turnId: drive.turnId(), fault, reply: '' }))
      }
      case 'cut':
        there = false
        return happened(drive.feed({ type: 'detached' }))
      case 'back':
        return back()
      case 'restart':
        there = false
        expectKept()
        drive = driveVoiceIde(memoryOf(log), `run${++runs}-`)
        return
      case 'anew':
        client = createClient()
        there = true
        return happened(drive.attach('started'))
      case 'shorten':
        log = shortened(log, deed.keep)
        return expectKept()
    }
  }

  back()
  list.forEach(act)
  back()
  expectKept()
  return { client, published, log, drive }
}

describe('a VoiceIDE session, whatever happens to it', () => {
  it('sends the same to a client that was disconnected as to one that was not', () => {
    fc.assert(
      fc.property(deeds([]), (list) => {
        const { client, published } = play(list)
        expect(client.received).toEqual(published)
        expect(new Set(published.map(({ id }) => id)).size).toBe(published.length)
      }),
      { numRuns: 150 },
    )
  })

  it('answers each result at most once, and makes each call once', () => {
    fc.assert(
      fc.property(deeds([]), (list) => {
        const { published, log } = play(list)
        const callIds = published.flatMap(({ kind }) => ('toolCall' in kind ? [kind.toolCall.callId] : []))
        expect(new Set(callIds).size).toBe(callIds.length)
        const ids = log.records.flatMap((record: VoiceIdeRecord) =>
          record.type === 'told' ? [] : [record.id],
        )
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 50 },
    )
  })

  it('gives a client that missed too much, or starts again, the same cards and the same state', () => {
    const shorten = fc.record({ do: fc.constant('shorten' as const), keep: fc.nat({ max: 12 }) })
    fc.assert(
      fc.property(deeds([shorten, just('anew')]), (list) => {
        const { client, drive } = play(list)
        const { cards, state } = drive.session().memory
        expect(client.shows()).toEqual({ cards, state })
      }),
      { numRuns: 150 },
    )
  })
})

/** The immediate effects of a frame: refusals, requests and complaints. The rest depends on the turn. */
function inAWord(output: VoiceIdeOutput): string[] {
  if (output.type === 'refuse') return 'error' in output.event.kind ? [output.event.kind.error.code] : []
  if (output.type === 'ask') return [`ask ${output.text}`]
  return output.type === 'complaint' ? ['complaint'] : []
}

function answerTo(frame: string, isRepeated: boolean): RegExp {
  if (!frame.endsWith('}}}')) return /^invalid_json$/
  if (frame.includes('"error":{')) return /^complaint$/
  // Refused events are not stored either.
  if (frame.includes('"callId":"no')) return /^unknown_call$/
  if (isRepeated) return /^$/
  const asked = /"text":"(Ask \d+)"/.exec(frame)?.[1]
  return asked === undefined ? /^$/ : new RegExp(`^ask ${asked}$`)
}

describe('a million frames', () => {
  /** The same numbers in every run. */
  function createNumbers(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
  }

  it('each get the right answer, and leave only a bounded state behind', () => {
    const drive = driveVoiceIde()
    drive.attach()
    const number = createNumbers(7)
    const calls: string[] = []
    let published = 0
    let last = ''
    const event = (n: number, kind: string): string =>
      `{"id":"f${n}","timestamp":"2025-01-15T10:30:00.000Z","kind":${kind}}`
    const frameOf = (n: number): string => {
      switch (number(10)) {
        case 0:
        case 1:
          return event(n, `{"userAudioTranscriptFinal":{"text":"Ask ${n}"}}`)
        case 2:
        case 3:
        case 4: {
          const callId = calls[number(calls.length)] ?? 'none'
          return event(n, `{"toolResult":{"callId":"${callId}","result":"{}"}}`)
        }
        case 5:
          return event(n, `{"toolResult":{"callId":"nobody-${n}","error":"It broke."}}`)
        case 6:
          return last
        case 7:
          return event(n, `{"somethingNew":{"n":${n}}}`)
        case 8:
          return event(n, '{"userAudioTranscriptPartial":{"text":"Hel"}}').slice(0, number(2_000))
        default:
          return event(n, '{"error":{"code":"tts_failed","message":"It broke."}}')
      }
    }
    for (let n = 0; n < 1_000_000; n++) {
      const frame = frameOf(n)
      const outputs = drive.frame(frame)
      const got = outputs.flatMap(inAWord).join()
      const expected = answerTo(frame, frame === last)
      if (!expected.test(got)) throw new Error(`${frame}: ${got}, not ${expected.source}`)
      last = frame
      if (n % 7 === 0) outputs.push(...drive.reply('Some words. '))
      if (n % 11 === 0) outputs.push(...drive.end())
      if (n % 997 === 0) outputs.push(...drive.wait(40_000))
      for (const output of toldOf(outputs)) {
        published++
        if (!('toolCall' in output.kind)) continue
        calls.push(output.kind.toolCall.callId)
        if (calls.length > 20) calls.shift()
      }
    }
    expect(published).toBeGreaterThan(100_000)
    const { memory } = drive.session()
    expect(memory.seen.length).toBeLessThanOrEqual(MAX_SEEN)
    expect(memory.open.length).toBeLessThanOrEqual(MAX_OPEN_CALLS)
    expect(memory.settled.length).toBeLessThanOrEqual(MAX_SETTLED_CALLS)
    expect(JSON.stringify(drive.session()).length).toBeLessThan(100_000)
  }, 300_000)
})
