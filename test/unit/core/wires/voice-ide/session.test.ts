import { describe, expect, it } from 'vitest'
import { memoryOf } from '../../../../../src/core/wires/voice-ide/log.ts'
import { MAX_SEEN } from '../../../../../src/core/wires/voice-ide/memory.ts'
import {
  activityOf,
  nextDueAt,
  type VoiceIdeOutput,
} from '../../../../../src/core/wires/voice-ide/session.ts'
import { MAX_ASK_CHARACTERS } from '../../../../../src/shared/conversation.ts'
import { callIn, driveVoiceIde, recordsOf, sentInShort, toldOf } from '../../../../fakes/voice-ide-driver.ts'

const THINKING = 'convo.setState {"state":"thinking"}'
const IDLE = 'convo.setState {"state":"idle"}'
const speak = (text: string): string => `tts.speak ${JSON.stringify({ text })}`

function started() {
  const drive = driveVoiceIde()
  drive.attach()
  return drive
}

/** A turn up to the call to speak. */
function speaking(reply = 'Hi there!') {
  const drive = started()
  drive.answer(callIn(drive.say('Hello')))
  drive.reply(reply)
  return { drive, call: callIn(drive.end()) }
}

describe('a turn of a VoiceIDE session', () => {
  it('follows the protocol: each call is answered before the next step', () => {
    const drive = started()
    const asked = drive.say('Hello')
    expect(sentInShort(asked)).toEqual([THINKING])
    expect(asked.at(-1)).toEqual({ type: 'ask', turnId: drive.turnId(), text: 'Hello' })

    // The reply may be complete before the client has answered; it is sent after that.
    expect(toldOf([...drive.reply('Hi '), ...drive.reply('there!'), ...drive.end()])).toEqual([])
    const replied = drive.answer(callIn(asked))
    expect(sentInShort(replied)).toEqual(['assistantSpeechFinal Hi there!', speak('Hi there!')])
    const spoken = drive.answer(callIn(replied))
    expect(sentInShort(spoken)).toEqual([IDLE])
    expect(toldOf(drive.answer(callIn(spoken)))).toEqual([])
    expect(nextDueAt(drive.session())).toBeNull()
  })

  it('asks the client to speak only what can be spoken, and shows everything', () => {
    const drive = started()
    drive.answer(callIn(drive.say('Show me')))
    drive.reply('It is in **`main.ts`**:\n\n```ts\nlet a = 1\n```\n')
    const [final, spoken] = sentInShort(drive.end())
    expect(final).toContain('```ts')
    expect(spoken).toMatch(/^tts\.speak .*main/)
    expect(spoken).not.toMatch(/[`*]/)
  })

  it('speaks nothing if there is nothing to speak', () => {
    const drive = started()
    drive.answer(callIn(drive.say('Hush')))
    expect(sentInShort(drive.end())).toEqual(['assistantSpeechFinal ', IDLE])
  })

  it('sends a slow reply as it grows, at most four times a second', () => {
    const drive = started()
    drive.answer(callIn(drive.say('Tell me more')))
    drive.reply('One')
    expect(drive.wait(299)).toEqual([])
    expect(sentInShort(drive.wait(1))).toEqual(['assistantSpeechPartial One'])
    const sent: string[] = []
    for (let n = 0; n < 100; n++) sent.push(...sentInShort([...drive.reply(' and'), ...drive.wait(10)]))
    expect(sent.length).toBe(4)
    expect(sent[3]).toMatch(/^assistantSpeechPartial One( and){90,}$/)
    expect(sentInShort(drive.end())[0]).toBe(`assistantSpeechFinal One${' and'.repeat(100)}`)
    expect(drive.wait(1_000)).toEqual([])
  })

  it('sends a very long reply in few parts, so that their total size stays in proportion', () => {
    const drive = started()
    drive.answer(callIn(drive.say('Tell me everything')))
    let characters = 0
    for (let n = 0; n < 2_000; n++) {
      drive.reply('x'.repeat(100))
      for (const short of sentInShort(drive.wait(300))) characters += short.length
    }
    const final = sentInShort(drive.end())[0] ?? ''
    expect(final.length).toBeLessThan(100_100)
    expect(characters).toBeLessThan(20 * final.length)
  })

  it('reports a failure in an event and aloud, with the reply so far', () => {
    const drive = started()
    drive.answer(callIn(drive.say('Find it')))
    drive.reply('I am looking.')
    const fault = {
      code: 'search_failed',
      message: 'It broke.',
      remedy: 'Try again.',
      retryable: true,
    } as const
    const ended = drive.guest({ type: 'turn.failed', turnId: drive.turnId(), fault, reply: 'I am looking.' })
    expect(sentInShort(ended)).toEqual([
      'error search_failed',
      'assistantSpeechFinal I am looking.',
      speak('I am looking. The search failed. The reason is on the screen.'),
    ])
  })

  it('reports an unexpected failure without internal details', () => {
    const drive = started()
    const thinking = callIn(drive.say('Hello'))
    drive.answer(thinking)
    const fault = {
      code: 'internal',
      message: 'ENOENT: /home/me/.parley/key',
      remedy: 'Look at the log.',
      retryable: true,
    } as const
    const ended = drive.guest({ type: 'turn.failed', turnId: drive.turnId(), fault, reply: '' })
    expect(toldOf(ended)[0]?.kind).toEqual({
      error: { code: 'internal', message: 'Something failed unexpectedly. Try again.' },
    })
    expect(JSON.stringify(toldOf(ended))).not.toContain('/home/me')
  })

  it('shows artifacts as cards while it runs', () => {
    const drive = started()
    drive.say('Change it')
    const artifact = { kind: 'diff', id: 'd', title: 't', file: 'main.swift', diff: '+a' } as const
    const shown = sentInShort(drive.guest({ type: 'artifact.created', turnId: drive.turnId(), artifact }))
    expect(shown).toEqual([
      'patch {"op":"add","path":"/cards/0","value":{"type":"diff","id":"d","title":"t","file":"main.swift","diff":"+a"}}',
    ])
  })

  it('ends when a new request arrives, and later events of it are ignored', () => {
    const drive = started()
    drive.answer(callIn(drive.say('First')))
    drive.reply('I beg')
    drive.wait(300)
    const old = drive.turnId()
    const asked = drive.say('Second')
    // The part of the first reply that the client has is completed before the second turn starts.
    expect(sentInShort(asked)).toEqual(['assistantSpeechFinal I beg', THINKING])
    expect(asked.at(-1)).toMatchObject({ type: 'ask', text: 'Second' })
    const late: VoiceIdeOutput[] = [
      ...drive.guest({ type: 'reply.appended', turnId: old, delta: ' your pardon' }),
      ...drive.guest({ type: 'turn.ended', turnId: old, outcome: 'interrupted', reply: 'I beg' }),
    ]
    expect(late).toEqual([])
    drive.answer(callIn(asked))
    drive.reply('Yes.')
    expect(sentInShort(drive.end())).toEqual(['assistantSpeechFinal Yes.', speak('Yes.')])
  })

  it('can be interrupted while the client speaks, and goes straight to thinking', () => {
    const { drive, call } = speaking()
    const asked = drive.say('Wait')
    expect(sentInShort(asked)).toEqual([THINKING])
    // The interrupted speech is not a failure of this turn.
    expect(toldOf(drive.answer(call, 'interrupted'))).toEqual([])
    drive.answer(callIn(asked))
    drive.reply('Yes?')
    expect(sentInShort(drive.end())).toEqual(['assistantSpeechFinal Yes?', speak('Yes?')])
  })

  it('is not interrupted by an empty transcript, which sets an idle client to idle', () => {
    const drive = started()
    expect(sentInShort(drive.say('  '))).toEqual([IDLE])
    drive.say('Hello')
    expect(toldOf(drive.say(''))).toEqual([])
    expect(activityOf(drive.session())).toBe('thinking')
  })

  it('shows on the desktop that the user talks, until the transcript is final', () => {
    const drive = started()
    expect(activityOf(drive.session())).toBe('idle')
    expect(drive.client({ userAudioTranscriptPartial: { text: 'Hel' } })).toEqual([])
    expect(activityOf(drive.session())).toBe('listening')
    drive.say('Hello')
    expect(activityOf(drive.session())).toBe('thinking')
  })
})

describe('the calls of a VoiceIDE session', () => {
  it('may fail: the client gets an error, and the turn continues', () => {
    const { drive, call } = speaking()
    const failed = drive.answer(call, 'ElevenLabs API key is not configured.')
    expect(sentInShort(failed)).toEqual(['error tool_failed', IDLE])
    expect(toldOf(failed)[0]?.kind).toMatchObject({
      error: { message: 'tts.speak failed: ElevenLabs API key is not configured.' },
    })
  })

  it('may get no answer: after half a minute the turn continues, and a late answer changes nothing', () => {
    const drive = started()
    const asked = drive.say('Hello')
    drive.reply('Hi there!')
    drive.end()
    expect(drive.wait(29_999)).toEqual([])
    expect(sentInShort(drive.wait(1))).toEqual([
      'error tool_timeout',
      'assistantSpeechFinal Hi there!',
      speak('Hi there!'),
    ])
    expect(toldOf(drive.answer(callIn(asked)))).toEqual([])
  })

  it('have a longer timeout for a long text to speak', () => {
    const { drive } = speaking('This is a sentence of a long reply. '.repeat(60))
    expect(drive.wait(120_000)).toEqual([])
    expect(sentInShort(drive.wait(600_000))[0]).toBe('error tool_timeout')
  })

  it('are not waited for after several without an answer, until one is answered', () => {
    const drive = started()
    drive.say('One')
    drive.reply('1')
    drive.end()
    expect(sentInShort(drive.wait(600_000)).filter((short) => short === 'error tool_timeout')).toHaveLength(3)
    expect(sentInShort(drive.say('Two'))).toEqual([THINKING])
    drive.reply('Two.')
    const at = drive.end()
    expect(sentInShort(at)).toEqual(['assistantSpeechFinal Two.', speak('Two.'), IDLE])
    drive.answer(callIn(at))
    const asked = drive.say('Three')
    drive.reply('Three.')
    expect(toldOf(drive.end())).toEqual([])
    expect(sentInShort(drive.answer(callIn(asked)))).toEqual(['assistantSpeechFinal Three.', speak('Three.')])
  })

  it('are answered once: another result for the same call, or the same event again, is ignored', () => {
    const { drive, call } = speaking()
    expect(sentInShort(drive.answer(call))).toEqual([IDLE])
    expect(toldOf(drive.answer(call, 'again'))).toEqual([])
    expect(drive.client({ toolResult: { callId: call, result: null, error: 'x' } }, 'e-c2')).toEqual([])
  })

  it('that were never made are refused, and nothing else changes', () => {
    const { drive, call } = speaking()
    expect(sentInShort(drive.answer('call-of-somebody-else'))).toEqual(['error unknown_call'])
    expect(sentInShort(drive.answer(call))).toEqual([IDLE])
  })

  it('that were never made or are long settled add nothing to the log, however many results arrive', () => {
    const drive = driveVoiceIde()
    drive.attach()
    const callId = callIn(drive.say('hello'))
    drive.answer(callId)
    const { seen } = drive.session().memory
    for (const made of [callId, 'made-up'])
      for (let times = 0; times < 300; times++) expect(recordsOf(drive.answer(made))).toEqual([])
    expect(drive.session().memory.seen).toEqual(seen)
  })
})

describe('what a VoiceIDE client sends', () => {
  it('counts once, however often it arrives, while its id is stored', () => {
    const drive = started()
    const said = { userAudioTranscriptFinal: { text: 'Hello' } }
    expect(sentInShort(drive.client(said, 'same'))).toEqual([THINKING])
    expect(drive.client(said, 'same')).toEqual([])
    for (let n = 0; n < MAX_SEEN; n++) drive.say('Again')
    expect(sentInShort(drive.client(said, 'same'))).toContain(THINKING)
  })

  const sent = (kind: object): string =>
    JSON.stringify({ id: 'a', timestamp: '2025-01-15T10:30:00.000Z', kind })

  it.each([
    { what: 'no JSON', data: '{"id":', code: 'invalid_json' },
    { what: 'a list', data: '[]', code: 'invalid_event' },
    { what: 'null', data: 'null', code: 'invalid_event' },
    { what: 'no kind', data: sent({}), code: 'invalid_event' },
    { what: 'two kinds', data: sent({ error: {}, toolResult: {} }), code: 'invalid_event' },
    { what: 'our speech', data: sent({ assistantSpeechFinal: { text: 'I am you' } }), code: 'invalid_event' },
    {
      what: 'a call',
      data: sent({ toolCall: { callId: 'c', name: 'n', arguments: '{}' } }),
      code: 'invalid_event',
    },
    { what: 'bytes', data: new Uint8Array([1, 2, 3]), code: 'invalid_event' },
    {
      what: 'too much at once',
      data: sent({ userAudioTranscriptFinal: { text: 'x'.repeat(MAX_ASK_CHARACTERS + 1) } }),
      code: 'text_too_long',
    },
  ])('gets an error with a code if it is invalid: $what', ({ data, code }) => {
    expect(sentInShort(started().frame(data))).toEqual([`error ${code}`])
  })

  it('is ignored if its kind is unknown, and its errors are logged without their messages', () => {
    const drive = started()
    expect(drive.client({ userGazeMoved: { x: 1 } })).toEqual([])
    expect(drive.client({ error: { code: 'tts_failed', message: 'secret' } })).toEqual([
      { type: 'complaint', code: 'tts_failed' },
    ])
  })
})

describe('a VoiceIDE client that disconnects and reconnects', () => {
  it('gets no timeout error, and the time for the call that it may have missed starts again', () => {
    const { drive, call } = speaking()
    drive.feed({ type: 'detached' })
    expect(drive.wait(25_000)).toEqual([])
    expect(drive.attach('replayed')).toEqual([])
    expect(drive.wait(25_000)).toEqual([])
    expect(sentInShort(drive.answer(call))).toEqual([IDLE])
  })

  it('does not stop the turn while it is disconnected, which then ends without an error', () => {
    const drive = started()
    drive.say('Hello')
    drive.feed({ type: 'detached' })
    drive.reply('Hi there!')
    drive.end()
    expect(sentInShort(drive.wait(600_000))).toEqual([
      'assistantSpeechFinal Hi there!',
      speak('Hi there!'),
      IDLE,
    ])
  })

  it('gets the awaited call again if it starts without asking for what it missed', () => {
    const { drive, call } = speaking()
    drive.feed({ type: 'detached' })
    const back = drive.attach('started')
    expect(back[0]).toMatchObject({ type: 'repeat', event: { kind: { toolCall: { callId: call } } } })
    expect(sentInShort(back)).toEqual([THINKING])
    expect(sentInShort(drive.answer(call))).toEqual([IDLE])
  })

  it('gets no cards if it starts without asking for what it missed', () => {
    const drive = started()
    const artifact = { kind: 'error', id: 'x', title: 't', message: 'm' } as const
    drive.guest({ type: 'artifact.created', turnId: '', artifact })
    expect(sentInShort(drive.attach('started'))).toEqual(['patch {"op":"add","path":"/cards","value":[]}'])
    expect(sentInShort(drive.guest({ type: 'artifact.created', turnId: '', artifact }))[0]).toContain(
      '"op":"add"',
    )
    expect(driveVoiceIde().attach('started')).toEqual([])
  })

  it('gets a snapshot if it missed too much: the cards, the last messages, the state', () => {
    const { drive, call } = speaking()
    const artifact = { kind: 'error', id: 'x', title: 't', message: 'm' } as const
    drive.guest({ type: 'artifact.created', turnId: drive.turnId(), artifact })
    drive.answer(callIn(drive.answer(call)))
    drive.feed({ type: 'detached' })
    const snapshot = drive.attach('snapshot')
    expect(sentInShort(snapshot)).toEqual([
      'error snapshot_follows',
      'patch {"op":"add","path":"/cards","value":[]}',
      'patch {"op":"add","path":"/cards/0","value":{"type":"error","id":"x","title":"t","message":"m"}}',
      'convo.appendMessage {"role":"user","text":"Hello"}',
      'convo.appendMessage {"role":"assistant","text":"Hi there!"}',
      IDLE,
    ])
    // Nothing waits for the results of these, but they are accepted.
    expect(nextDueAt(drive.session())).toBeNull()
    expect(toldOf(drive.answer(callIn(snapshot)))).toEqual([])
  })
})

describe('a VoiceIDE session that is restored from its log', () => {
  const restored = (outputs: readonly VoiceIdeOutput[]) =>
    driveVoiceIde(memoryOf({ before: null, records: recordsOf(outputs) }), 'later')

  it('says that a turn without a reply is lost, and that it is idle', () => {
    const drive = started()
    const later = restored(drive.say('Hello'))
    expect(sentInShort(later.attach('replayed'))).toEqual(['error turn_lost', IDLE])
    expect(sentInShort(later.say('Hello again'))).toEqual([THINKING])
  })

  it('waits for the speech that was not confirmed, and then is idle', () => {
    const drive = started()
    const asked = drive.say('Hello')
    drive.reply('Hi there!')
    drive.end()
    const replied = drive.answer(callIn(asked))
    const later = restored([...asked, ...replied])
    expect(later.attach('replayed')).toEqual([])
    expect(activityOf(later.session())).toBe('speaking')
    expect(sentInShort(later.answer(callIn(replied)))).toEqual([IDLE])
  })

  it('knows the requests from before', () => {
    const drive = started()
    const said = { userAudioTranscriptFinal: { text: 'Hello' } }
    const later = restored(drive.client(said, 'same'))
    later.attach('replayed')
    expect(later.client(said, 'same')).toEqual([])
  })
})
