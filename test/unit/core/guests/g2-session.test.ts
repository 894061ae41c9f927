// Document 004's session, step by step. What holds at every step is watched over by the world it is driven in.
import { describe, expect, it } from 'vitest'
import { MAX_PCM_FRAME_BYTES } from '../../../../src/core/guests/g2-inbound.ts'
import { RECORDING_BYTES } from '../../../../src/core/guests/g2-turn.ts'
import { MAX_ASK_CHARACTERS } from '../../../../src/shared/conversation.ts'
import type { Fault } from '../../../../src/shared/errors.ts'
import { brainFault } from '../../../fakes/fake-house.ts'
import { driveG2, type G2Driven } from '../../../fakes/g2-driven.ts'

const START = '{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":2}'
const STOP = '{"type":"stop_audio"}'
const isWhole = (words: string): boolean => !/[\ud800-\udbff]$/.test(words)
const text = (message: string) => ({ type: 'text', message })
const status = (name: string): string => `{"type":"status","status":"${name}"}`
const CHUNK = new Uint8Array(4096)

function connected(...[hearing]: Parameters<typeof driveG2>): G2Driven {
  const g2 = driveG2(hearing)
  g2.came()
  g2.taken()
  return g2
}

/** The code of the error, and the status that came after it. */
function refusal(g2: G2Driven): (string | undefined)[] {
  const [error, after, ...more] = g2.taken().map((frame): Record<string, string> => JSON.parse(frame))
  expect(more).toEqual([])
  expect(error?.['detail']).toBeTruthy()
  return [error?.['code'], after?.['status']]
}

describe('the example session of document 004', () => {
  it('is told byte for byte: connecting, speaking, typing, the heartbeat and the error', () => {
    const g2 = driveG2()
    g2.came()
    expect(g2.taken()).toEqual(['{"type":"connected","version":"1.0"}'])

    g2.sends(START)
    expect(g2.taken()).toEqual(['{"type":"status","status":"recording"}'])
    for (const chunk of [CHUNK, CHUNK, CHUNK]) g2.sends(chunk)
    expect(g2.recorded).toBe(3 * 4096)
    g2.sends(STOP)
    g2.understands('What is the capital of France?')
    g2.replies('The capital', ' of France', ' is Paris.')
    g2.ends()
    expect(g2.taken()).toEqual([
      '{"type":"status","status":"transcribing"}',
      '{"type":"transcription","text":"What is the capital of France?"}',
      '{"type":"status","status":"thinking"}',
      '{"type":"status","status":"streaming"}',
      '{"type":"assistant","delta":"The capital"}',
      '{"type":"assistant","delta":" of France"}',
      '{"type":"assistant","delta":" is Paris."}',
      '{"type":"end"}',
      '{"type":"status","status":"idle"}',
    ])
    expect([g2.lastAsked, g2.acknowledged]).toEqual(['What is the capital of France?', 1])

    g2.sends('{"type":"text","message":"What is 2+2?"}')
    g2.replies('4')
    g2.ends()
    expect(g2.taken()).toEqual([
      '{"type":"status","status":"thinking"}',
      '{"type":"status","status":"streaming"}',
      '{"type":"assistant","delta":"4"}',
      '{"type":"end"}',
      '{"type":"status","status":"idle"}',
    ])

    g2.comes('ping')
    g2.sends('{"type":"pong"}')
    expect(g2.taken()).toEqual(['{"type":"ping"}'])

    g2.sends('{"type":"stop_audio"}')
    expect(g2.taken()).toEqual([
      '{"type":"error","detail":"Cannot stop audio — not recording","code":"INVALID_STATE"}',
      '{"type":"status","status":"idle"}',
    ])
  })
})

describe('while the recogniser loads', () => {
  it('says so, refuses audio, takes text, and says when it is ready', () => {
    const g2 = driveG2('loading')
    g2.came()
    expect(g2.taken()).toEqual(['{"type":"connected","version":"1.0"}', status('loading')])
    g2.sends(START)
    expect(refusal(g2)).toEqual(['INVALID_STATE', 'loading'])
    g2.sends(text('hello'))
    g2.replies('Hi.')
    g2.ends()
    expect(g2.taken().at(-1)).toBe(status('loading'))
    g2.hears('ready')
    expect(g2.taken()).toEqual([status('idle')])
    g2.sends(START)
    expect(g2.taken()).toEqual([status('recording')])
  })

  it('tells nothing new in the middle of a turn when it is ready', () => {
    const g2 = connected('loading')
    g2.sends(text('hello'))
    g2.taken()
    g2.hears('ready')
    expect(g2.taken()).toEqual([])
    g2.ends()
    expect(g2.taken()).toEqual(['{"type":"end"}', status('idle')])
  })

  it.each(['off', 'failed'] as const)(
    'is idle where hearing is %s, and says why audio is refused',
    (ears) => {
      const g2 = connected('loading')
      g2.hears(ears)
      expect(g2.taken()).toEqual([status('idle')])
      g2.sends(START)
      expect(g2.taken()).toEqual([
        '{"type":"error","detail":"Parley cannot hear. Ask again.","code":"TRANSCRIPTION_FAILED"}',
        status('idle'),
      ])
    },
  )
})

describe('frames that are not right', () => {
  it.each([
    ['not JSON', '{"type":'],
    ['no object', '[]'],
    ['null', 'null'],
    ['of no known type', '{"type":"dance"}'],
    ['without a type', '{}'],
    ['a frame of the gateway’s own', '{"type":"status","status":"idle"}'],
    ['start_audio without a format', '{"type":"start_audio"}'],
    ['another rate', '{"type":"start_audio","sampleRate":44100,"channels":1,"sampleWidth":2}'],
    ['two channels', '{"type":"start_audio","sampleRate":16000,"channels":2,"sampleWidth":2}'],
    ['another width', '{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":4}'],
    ['a format in words', '{"type":"start_audio","sampleRate":"16000","channels":1,"sampleWidth":2}'],
    ['text without a message', '{"type":"text"}'],
    ['an empty message', '{"type":"text","message":" \\n"}'],
    ['a message that is too long', JSON.stringify(text('x'.repeat(MAX_ASK_CHARACTERS + 1)))],
    ['half a sample', new Uint8Array(4095)],
    ['too much sound at once', new Uint8Array(MAX_PCM_FRAME_BYTES + 2)],
  ])('are refused with INVALID_FRAME and the state as it is: %s', (_, data) => {
    const g2 = connected()
    g2.sends(data)
    expect(refusal(g2)).toEqual(['INVALID_FRAME', 'idle'])
    g2.sends(START)
    g2.taken()
    g2.sends(data)
    expect(refusal(g2)).toEqual(['INVALID_FRAME', 'recording'])
    expect(g2.recorded).toBe(0)
    g2.sends(CHUNK)
    g2.sends(STOP)
    g2.understands('hello')
    g2.replies('Hi.')
    g2.taken()
    g2.sends(data)
    expect(refusal(g2)).toEqual(['INVALID_FRAME', 'streaming'])
    g2.ends()
    expect(g2.taken()).toEqual(['{"type":"end"}', status('idle')])
  })

  it('takes the longest message, fields nobody knows, and a token that was shown already', () => {
    const g2 = connected()
    g2.sends({ type: 'auth', token: 'again' })
    g2.sends({ type: 'pong', more: true })
    expect(g2.taken()).toEqual([])
    g2.sends({ ...text('x'.repeat(MAX_ASK_CHARACTERS)), lang: 'en' })
    expect(g2.taken()).toEqual([status('thinking')])
    expect(g2.lastAsked).toHaveLength(MAX_ASK_CHARACTERS)
  })
})

describe('frames at the wrong time', () => {
  it('are refused with INVALID_STATE, and the turn that runs goes on', () => {
    const g2 = connected()
    const refusedIn = (state: string, ...frames: (string | Uint8Array | object)[]): void => {
      g2.taken()
      for (const frame of frames) {
        g2.sends(frame)
        expect(refusal(g2)).toEqual(['INVALID_STATE', state])
      }
    }
    refusedIn('idle', STOP, CHUNK)
    g2.sends(START)
    refusedIn('recording', START, text('hello'))
    g2.sends(CHUNK)
    g2.sends(STOP)
    refusedIn('transcribing', START, STOP, CHUNK, text('hello'))
    g2.understands('go')
    refusedIn('thinking', START, STOP, CHUNK, text('hello'))
    g2.replies('Going.')
    refusedIn('streaming', START, STOP, CHUNK, text('hello'))
    g2.ends()
    expect(g2.taken()).toEqual(['{"type":"end"}', status('idle')])
    expect(g2.asked).toBe(1)
  })
})

describe('a recording', () => {
  it('with nothing in it, or without words, is TRANSCRIPTION_FAILED and then idle', () => {
    const g2 = connected()
    g2.sends(START)
    g2.sends(STOP)
    expect(g2.taken()).toEqual([
      status('recording'),
      status('transcribing'),
      '{"type":"error","detail":"The recording is empty","code":"TRANSCRIPTION_FAILED"}',
      status('idle'),
    ])
    g2.sends(START)
    g2.sends(CHUNK)
    g2.sends(STOP)
    g2.taken()
    g2.understands('  ')
    expect(refusal(g2)).toEqual(['TRANSCRIPTION_FAILED', 'idle'])
    expect([g2.asked, g2.acknowledged, g2.recorded]).toEqual([0, 1, null])
  })

  it('that cannot be recognised says why in plain words, and keeps what nobody foresaw to itself', () => {
    const g2 = connected()
    const fault: Fault = {
      code: 'ears_failed',
      message: 'It broke.',
      remedy: 'Say it again.',
      retryable: true,
    }
    g2.sends(START)
    g2.sends(CHUNK)
    g2.spoils()
    expect(g2.taken()).toEqual([status('recording'), status('transcribing')])
    g2.misunderstands(fault)
    expect(g2.taken()).toEqual([
      '{"type":"error","detail":"It broke. Say it again.","code":"TRANSCRIPTION_FAILED"}',
      status('idle'),
    ])
    g2.sends(START)
    g2.sends(CHUNK)
    g2.sends(STOP)
    g2.taken()
    g2.misunderstands({ ...fault, code: 'internal', message: 'x is undefined at /home/me' })
    expect(g2.taken()[0]).toBe(
      '{"type":"error","detail":"Something failed that nobody foresaw. Try again.","code":"INTERNAL_ERROR"}',
    )
  })

  it('that is full says BUFFER_OVERFLOW once, and what was said until then is asked', () => {
    const g2 = connected()
    g2.sends(START)
    for (let sent = 0; sent < RECORDING_BYTES; sent += MAX_PCM_FRAME_BYTES)
      g2.sends(new Uint8Array(MAX_PCM_FRAME_BYTES))
    expect(g2.taken()).toEqual([status('recording')])
    expect(g2.recorded).toBe(RECORDING_BYTES)
    g2.sends(new Uint8Array(2))
    expect(refusal(g2)).toEqual(['BUFFER_OVERFLOW', 'transcribing'])
    expect(g2.recorded).toBe(RECORDING_BYTES)
    g2.understands('all of it')
    expect(g2.lastAsked).toBe('all of it')
  })

  it('that takes too long to recognise is a TIMEOUT, its sound is left where it is, and late words change nothing', () => {
    const g2 = connected()
    g2.sends(START)
    g2.sends(CHUNK)
    g2.sends(STOP)
    g2.taken()
    const { phase } = g2.state
    g2.comes('transcription')
    expect(refusal(g2)).toEqual(['TIMEOUT', 'idle'])
    const { takeId } = phase as Extract<typeof phase, { tag: 'transcribing' }>
    g2.feed({ type: 'take.understood', takeId, text: 'late', turnId: 'late' })
    expect([g2.taken(), g2.asked]).toEqual([[], 0])
    expect([g2.left, g2.acknowledged, g2.timers.has('transcription')]).toEqual([1, 0, false])
  })
})

describe('a turn', () => {
  it('without a word ends without streaming', () => {
    const g2 = connected()
    g2.sends(text('do it'))
    g2.works()
    g2.ends()
    expect(g2.taken()).toEqual([status('thinking'), '{"type":"end"}', status('idle')])
  })

  it('that fails is OPENCLAW_ERROR, before its first word and in the middle of it', () => {
    const g2 = connected()
    g2.sends(text('do it'))
    g2.taken()
    g2.fails()
    expect(g2.taken()).toEqual([
      '{"type":"error","detail":"The agent failed. Ask again.","code":"OPENCLAW_ERROR"}',
      status('idle'),
    ])
    g2.sends(text('do it'))
    g2.replies('I am')
    g2.taken()
    g2.fails()
    expect(refusal(g2)).toEqual(['OPENCLAW_ERROR', 'idle'])
  })

  it('from which nothing is heard is a TIMEOUT, and is interrupted', () => {
    const g2 = connected()
    g2.sends(text('do it'))
    g2.taken()
    g2.comes('silence')
    expect(refusal(g2)).toEqual(['TIMEOUT', 'idle'])
    expect(g2.running).toBeNull()
    g2.sends(text('again'))
    expect(g2.taken()).toEqual([status('thinking')])
  })

  it('may be silent for as long as one of its tools runs, and no longer', () => {
    const g2 = connected()
    g2.sends(text('run the tests'))
    g2.tools(1)
    g2.works()
    expect(g2.timers.has('silence')).toBe(false)
    g2.replies('They are running. ')
    expect(g2.timers.has('silence')).toBe(false)
    g2.tools(0)
    g2.taken()
    g2.comes('silence')
    expect(refusal(g2)).toEqual(['TIMEOUT', 'idle'])
    g2.sends(text('again'))
    expect(g2.timers.has('silence')).toBe(true)
  })

  it('hears nothing of the one before it, whose last words come late', () => {
    const g2 = connected()
    g2.sends(text('first'))
    const turnId = g2.running ?? ''
    g2.comes('silence')
    g2.sends(text('second'))
    g2.taken()
    g2.feed({ type: 'turn.told', event: { type: 'reply.appended', turnId, delta: 'late' } })
    g2.feed({ type: 'turn.told', event: { type: 'turn.failed', turnId, fault: brainFault, reply: '' } })
    expect([g2.taken(), g2.status]).toEqual([[], 'thinking'])
  })

  it('whose one piece is very long is told in pieces, with no character cut in two', () => {
    const g2 = connected()
    const long = `a${'😀'.repeat(20_000)}`
    g2.sends(text('do it'))
    g2.taken()
    g2.replies(long)
    const pieces = g2.taken().slice(1)
    const deltas = pieces.map((piece) => (JSON.parse(piece) as { delta: string }).delta)
    expect(deltas.join('')).toBe(long)
    expect(deltas.length).toBe(3)
    expect(deltas.every(isWhole)).toBe(true)
  })

  it.each([
    ['recording', [START, CHUNK]],
    ['transcribing', [START, CHUNK, STOP]],
    ['thinking', [text('do it')]],
    ['idle', []],
  ])('in which something unforeseen breaks is INTERNAL_ERROR and over: %s', (state, frames) => {
    const g2 = connected()
    for (const frame of frames) g2.sends(frame)
    expect(g2.status).toBe(state)
    g2.taken()
    g2.breaks()
    expect(refusal(g2)).toEqual(['INTERNAL_ERROR', 'idle'])
    expect([g2.running, g2.recorded]).toEqual([null, null])
  })
})

describe('the heartbeat', () => {
  it('pings again and again while the pong comes, and gives up a phone that does not answer', () => {
    const g2 = connected()
    for (let beat = 0; beat < 3; beat++) {
      g2.comes('ping')
      expect([...g2.timers].sort()).toEqual(['ping', 'pong'])
      g2.sends('{"type":"pong"}')
      expect([...g2.timers]).toEqual(['ping'])
    }
    g2.sends('{"type":"pong"}')
    g2.comes('ping')
    expect(g2.taken()).toEqual(Array(4).fill('{"type":"ping"}'))
    g2.comes('pong')
    expect([g2.closedPhones, ...g2.timers]).toEqual([1, 'absence'])
    expect(g2.taken()).toEqual([])
  })
})
