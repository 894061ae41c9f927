// A G2 session, step by step. The driver checks what must hold at every step.
import { describe, expect, it } from 'vitest'
import { HISTORY_CHARACTERS, HISTORY_ENTRIES } from '../../../../../src/core/wires/g2/history.ts'
import { MAX_PCM_FRAME_BYTES } from '../../../../../src/core/wires/g2/read-frame.ts'
import { RECORDING_BYTES } from '../../../../../src/core/wires/g2/turn.ts'
import { MAX_ASK_CHARACTERS } from '../../../../../src/shared/conversation.ts'
import type { Fault } from '../../../../../src/shared/errors.ts'
import { brainFault } from '../../../../fakes/fake-guest-host.ts'
import { driveG2, type G2Driven } from '../../../../fakes/g2-driven.ts'

const START = '{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":2}'
const STOP = '{"type":"stop_audio"}'
const isWhole = (words: string): boolean => !/[\ud800-\udbff]$/.test(words)
const text = (message: string) => ({ type: 'text', message })
const status = (name: string): string => `{"type":"status","status":"${name}"}`
const CHUNK = new Uint8Array(4096)

function connected(...[recognizer]: Parameters<typeof driveG2>): G2Driven {
  const g2 = driveG2(recognizer)
  g2.connects()
  g2.received()
  return g2
}

/** The code of the error, and the status that followed it. */
function refusal(g2: G2Driven): (string | undefined)[] {
  const [error, after, ...more] = g2.received().map((frame): Record<string, string> => JSON.parse(frame))
  expect(more).toEqual([])
  expect(error?.['detail']).toBeTruthy()
  return [error?.['code'], after?.['status']]
}

describe('the example session of G2', () => {
  it('is sent byte for byte: connecting, speaking, typing, the heartbeat and the error', () => {
    const g2 = driveG2()
    g2.connects()
    expect(g2.received()).toEqual(['{"type":"connected","version":"1.0"}'])

    g2.sends(START)
    expect(g2.received()).toEqual(['{"type":"status","status":"recording"}'])
    for (const chunk of [CHUNK, CHUNK, CHUNK]) g2.sends(chunk)
    expect(g2.recorded).toBe(3 * 4096)
    g2.sends(STOP)
    g2.transcribes('What is the capital of France?')
    g2.replies('The capital', ' of France', ' is Paris.')
    g2.ends()
    expect(g2.received()).toEqual([
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
    expect(g2.received()).toEqual([
      '{"type":"status","status":"thinking"}',
      '{"type":"status","status":"streaming"}',
      '{"type":"assistant","delta":"4"}',
      '{"type":"end"}',
      '{"type":"status","status":"idle"}',
    ])

    g2.fires('ping')
    g2.sends('{"type":"pong"}')
    expect(g2.received()).toEqual(['{"type":"ping"}'])

    g2.sends('{"type":"stop_audio"}')
    expect(g2.received()).toEqual([
      '{"type":"error","detail":"Cannot stop audio — not recording","code":"INVALID_STATE"}',
      '{"type":"status","status":"idle"}',
    ])
  })
})

describe('while the recognizer loads', () => {
  it('says so, refuses audio, accepts text, and says when it is ready', () => {
    const g2 = driveG2('loading')
    g2.connects()
    expect(g2.received()).toEqual(['{"type":"connected","version":"1.0"}', status('loading')])
    g2.sends(START)
    expect(refusal(g2)).toEqual(['INVALID_STATE', 'loading'])
    g2.sends(text('hello'))
    g2.replies('Hi.')
    g2.ends()
    expect(g2.received().at(-1)).toBe(status('loading'))
    g2.recognizerBecomes('ready')
    expect(g2.received()).toEqual([status('idle')])
    g2.sends(START)
    expect(g2.received()).toEqual([status('recording')])
  })

  it('sends nothing new during a turn when it is ready', () => {
    const g2 = connected('loading')
    g2.sends(text('hello'))
    g2.received()
    g2.recognizerBecomes('ready')
    expect(g2.received()).toEqual([])
    g2.ends()
    expect(g2.received()).toEqual(['{"type":"end"}', status('idle')])
  })

  it.each(['off', 'failed'] as const)(
    'is idle if the recognizer is %s, and says why audio is refused',
    (recognizer) => {
      const g2 = connected('loading')
      g2.recognizerBecomes(recognizer)
      expect(g2.received()).toEqual([status('idle')])
      g2.sends(START)
      expect(g2.received()).toEqual([
        '{"type":"error","detail":"Parley cannot hear. Ask again.","code":"TRANSCRIPTION_FAILED"}',
        status('idle'),
      ])
    },
  )
})

describe('invalid frames', () => {
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
    ['a format as text', '{"type":"start_audio","sampleRate":"16000","channels":1,"sampleWidth":2}'],
    ['text without a message', '{"type":"text"}'],
    ['an empty message', '{"type":"text","message":" \\n"}'],
    ['a message that is too long', JSON.stringify(text('x'.repeat(MAX_ASK_CHARACTERS + 1)))],
    ['half a sample', new Uint8Array(4095)],
    ['too much audio at once', new Uint8Array(MAX_PCM_FRAME_BYTES + 2)],
  ])('are refused with INVALID_FRAME and the true status: %s', (_, data) => {
    const g2 = connected()
    g2.sends(data)
    expect(refusal(g2)).toEqual(['INVALID_FRAME', 'idle'])
    g2.sends(START)
    g2.received()
    g2.sends(data)
    expect(refusal(g2)).toEqual(['INVALID_FRAME', 'recording'])
    expect(g2.recorded).toBe(0)
    g2.sends(CHUNK)
    g2.sends(STOP)
    g2.transcribes('hello')
    g2.replies('Hi.')
    g2.received()
    g2.sends(data)
    expect(refusal(g2)).toEqual(['INVALID_FRAME', 'streaming'])
    g2.ends()
    expect(g2.received()).toEqual(['{"type":"end"}', status('idle')])
  })

  it('accepts the longest message, unknown fields, and a repeated token', () => {
    const g2 = connected()
    g2.sends({ type: 'auth', token: 'again' })
    g2.sends({ type: 'pong', more: true })
    expect(g2.received()).toEqual([])
    g2.sends({ ...text('x'.repeat(MAX_ASK_CHARACTERS)), lang: 'en' })
    expect(g2.received()).toEqual([status('thinking')])
    expect(g2.lastAsked).toHaveLength(MAX_ASK_CHARACTERS)
  })
})

describe('frames at the wrong time', () => {
  it('are refused with INVALID_STATE, and the running turn continues', () => {
    const g2 = connected()
    const refusedIn = (state: string, ...frames: (string | Uint8Array | object)[]): void => {
      g2.received()
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
    g2.transcribes('go')
    refusedIn('thinking', START, STOP, CHUNK, text('hello'))
    g2.replies('Going.')
    refusedIn('streaming', START, STOP, CHUNK, text('hello'))
    g2.ends()
    expect(g2.received()).toEqual(['{"type":"end"}', status('idle')])
    expect(g2.asked).toBe(1)
  })
})

describe('a recording', () => {
  it('that is empty or without speech is TRANSCRIPTION_FAILED and then idle', () => {
    const g2 = connected()
    g2.sends(START)
    g2.sends(STOP)
    expect(g2.received()).toEqual([
      status('recording'),
      status('transcribing'),
      '{"type":"error","detail":"The recording is empty","code":"TRANSCRIPTION_FAILED"}',
      status('idle'),
    ])
    g2.sends(START)
    g2.sends(CHUNK)
    g2.sends(STOP)
    g2.received()
    g2.transcribes('  ')
    expect(refusal(g2)).toEqual(['TRANSCRIPTION_FAILED', 'idle'])
    expect([g2.asked, g2.acknowledged, g2.recorded]).toEqual([0, 1, null])
  })

  it('that cannot be transcribed says why, without the details of an unexpected error', () => {
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
    expect(g2.received()).toEqual([status('recording'), status('transcribing')])
    g2.failsTranscription(fault)
    expect(g2.received()).toEqual([
      '{"type":"error","detail":"It broke. Say it again.","code":"TRANSCRIPTION_FAILED"}',
      status('idle'),
    ])
    g2.sends(START)
    g2.sends(CHUNK)
    g2.sends(STOP)
    g2.received()
    g2.failsTranscription({ ...fault, code: 'internal', message: 'x is undefined at /home/me' })
    expect(g2.received()[0]).toBe(
      '{"type":"error","detail":"Something failed unexpectedly. Try again.","code":"INTERNAL_ERROR"}',
    )
  })

  it('that is full says BUFFER_OVERFLOW once and ends; nothing is asked, and the audio is stored', () => {
    const g2 = connected()
    g2.sends(START)
    for (let sent = 0; sent < RECORDING_BYTES; sent += MAX_PCM_FRAME_BYTES)
      g2.sends(new Uint8Array(MAX_PCM_FRAME_BYTES))
    expect(g2.received()).toEqual([status('recording')])
    expect(g2.recorded).toBe(RECORDING_BYTES)
    g2.sends(new Uint8Array(2))
    expect(refusal(g2)).toEqual(['BUFFER_OVERFLOW', 'idle'])
    expect([g2.asked, g2.left, g2.recorded]).toEqual([0, 1, null])
    // The phone cannot know yet, so what it sends now is not another error.
    g2.sends(CHUNK)
    g2.sends(CHUNK)
    expect(g2.received()).toEqual([])
    g2.sends(STOP)
    expect(refusal(g2)).toEqual(['INVALID_STATE', 'idle'])
    g2.sends(CHUNK)
    expect(refusal(g2)).toEqual(['INVALID_STATE', 'idle'])
    g2.sends(START)
    expect(g2.received()).toEqual([status('recording')])
  })

  it('that takes too long to transcribe is a TIMEOUT, its audio stays on disk, and a late transcript changes nothing', () => {
    const g2 = connected()
    g2.sends(START)
    g2.sends(CHUNK)
    g2.sends(STOP)
    g2.received()
    const { phase } = g2.state
    g2.fires('transcription')
    expect(refusal(g2)).toEqual(['TIMEOUT', 'idle'])
    const { takeId } = phase as Extract<typeof phase, { tag: 'transcribing' }>
    g2.feed({ type: 'take.transcribed', takeId, text: 'late', turnId: 'late' })
    expect([g2.received(), g2.asked]).toEqual([[], 0])
    expect([g2.left, g2.acknowledged, g2.timers.has('transcription')]).toEqual([1, 0, false])
  })
})

describe('a turn', () => {
  it('without text ends without streaming', () => {
    const g2 = connected()
    g2.sends(text('do it'))
    g2.works()
    g2.ends()
    expect(g2.received()).toEqual([status('thinking'), '{"type":"end"}', status('idle')])
  })

  it('that fails is OPENCLAW_ERROR, before and during its reply', () => {
    const g2 = connected()
    g2.sends(text('do it'))
    g2.received()
    g2.fails()
    expect(g2.received()).toEqual([
      '{"type":"error","detail":"The agent failed. Ask again.","code":"OPENCLAW_ERROR"}',
      status('idle'),
    ])
    g2.sends(text('do it'))
    g2.replies('I am')
    g2.received()
    g2.fails()
    expect(refusal(g2)).toEqual(['OPENCLAW_ERROR', 'idle'])
  })

  it('without any event of the brain is a TIMEOUT, and is interrupted', () => {
    const g2 = connected()
    g2.sends(text('do it'))
    g2.received()
    g2.fires('silence')
    expect(refusal(g2)).toEqual(['TIMEOUT', 'idle'])
    expect(g2.running).toBeNull()
    g2.sends(text('again'))
    expect(g2.received()).toEqual([status('thinking')])
  })

  it('may be silent while one of its tools runs, and no longer', () => {
    const g2 = connected()
    g2.sends(text('run the tests'))
    g2.tools(1)
    g2.works()
    expect(g2.timers.has('silence')).toBe(false)
    g2.replies('They are running. ')
    expect(g2.timers.has('silence')).toBe(false)
    g2.tools(0)
    g2.received()
    g2.fires('silence')
    expect(refusal(g2)).toEqual(['TIMEOUT', 'idle'])
    g2.sends(text('again'))
    expect(g2.timers.has('silence')).toBe(true)
  })

  it('ignores late events of the previous one', () => {
    const g2 = connected()
    g2.sends(text('first'))
    const turnId = g2.running ?? ''
    g2.fires('silence')
    g2.sends(text('second'))
    g2.received()
    g2.feed({ type: 'turn.event', event: { type: 'reply.appended', turnId, delta: 'late' } })
    g2.feed({ type: 'turn.event', event: { type: 'turn.failed', turnId, fault: brainFault, reply: '' } })
    expect([g2.received(), g2.status]).toEqual([[], 'thinking'])
  })

  it('with one very long delta is sent in several, with no character cut in two', () => {
    const g2 = connected()
    const long = `a${'😀'.repeat(20_000)}`
    g2.sends(text('do it'))
    g2.received()
    g2.replies(long)
    const pieces = g2.received().slice(1)
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
  ])('with an unexpected error ends with INTERNAL_ERROR: %s', (state, frames) => {
    const g2 = connected()
    for (const frame of frames) g2.sends(frame)
    expect(g2.status).toBe(state)
    g2.received()
    g2.breaks()
    expect(refusal(g2)).toEqual(['INTERNAL_ERROR', 'idle'])
    expect([g2.running, g2.recorded]).toEqual([null, null])
  })
})

const STATUS_REQUEST = '{"type":"status_request"}'
const RESET = '{"type":"reset_session"}'
const SESSION_RESET = '{"type":"session_reset","reason":"user_request"}'

/** Role and text of each entry of a history frame; null for another frame. */
function historyIn(frame: string | undefined): string[] | null {
  const { type, entries } = JSON.parse(frame ?? '{}')
  if (type !== 'history') return null
  return entries.map((entry: Record<string, string>) => `${entry['role']}: ${entry['text']}`)
}

describe('a status request', () => {
  it('is answered with the current status in every state, and changes nothing', () => {
    const g2 = connected('loading')
    const answers = (name: string): void => {
      g2.received()
      g2.sends(STATUS_REQUEST)
      expect(g2.received()).toEqual([status(name)])
    }
    answers('loading')
    g2.recognizerBecomes('ready')
    answers('idle')
    g2.sends(START)
    g2.sends(CHUNK)
    answers('recording')
    g2.sends(STOP)
    answers('transcribing')
    g2.transcribes('hello')
    answers('thinking')
    g2.replies('Hi.')
    answers('streaming')
    g2.ends()
    answers('idle')
    expect(g2.asked).toBe(1)
  })

  it('gets the history before the status if it is the first frame of a connection, and only then', () => {
    const g2 = connected()
    g2.sends(text('What is 2+2?'))
    g2.replies('It is', ' 4.')
    g2.ends()
    g2.sends(text('And 3+3?'))
    g2.replies('It ')
    g2.disconnects()
    g2.received()
    g2.connects()
    g2.sends('{"type":"auth","token":"my_secret"}')
    g2.received()
    g2.sends(STATUS_REQUEST)
    const [history, after, ...more] = g2.received()
    // The reply so far is part of it, so that the next deltas continue it.
    expect(historyIn(history)).toEqual([
      'user: What is 2+2?',
      'assistant: It is 4.',
      'user: And 3+3?',
      'assistant: It ',
    ])
    expect([after, ...more]).toEqual([status('streaming')])
    g2.sends(STATUS_REQUEST)
    expect(g2.received()).toEqual([status('streaming')])
  })

  it('gets no history after another frame, nor while the conversation is empty', () => {
    const g2 = connected()
    g2.sends(STATUS_REQUEST)
    expect(g2.received()).toEqual([status('idle')])
    g2.sends(text('hello'))
    g2.replies('Hi.')
    g2.ends()
    g2.connects()
    g2.sends('{"type":"pong"}')
    g2.received()
    g2.sends(STATUS_REQUEST)
    expect(g2.received()).toEqual([status('idle')])
  })

  it('gets only the last messages, each short enough for a small screen', () => {
    const g2 = connected()
    for (let turn = 0; turn < 50; turn++) {
      g2.sends(text(`question ${turn}`))
      for (let piece = 0; piece < 20; piece++) g2.replies('x'.repeat(1_000))
      g2.ends()
    }
    g2.connects()
    g2.received()
    g2.sends(STATUS_REQUEST)
    const entries = historyIn(g2.received()[0]) ?? []
    expect(entries).toHaveLength(HISTORY_ENTRIES)
    expect(entries.at(-2)).toBe('user: question 49')
    expect(entries.at(-1)?.length).toBe('assistant: '.length + HISTORY_CHARACTERS)
  })
})

describe('a session reset', () => {
  it('starts a new conversation without a history, and says so', () => {
    const g2 = connected()
    g2.sends(text('hello'))
    g2.replies('Hi.')
    g2.ends()
    g2.received()
    g2.sends(RESET)
    expect(g2.received()).toEqual([SESSION_RESET])
    expect([g2.resets, g2.status]).toEqual([1, 'idle'])
    g2.connects()
    g2.received()
    g2.sends(STATUS_REQUEST)
    expect(g2.received()).toEqual([status('idle')])
  })

  it('is refused with INVALID_STATE during a turn, which continues', () => {
    const g2 = connected()
    g2.sends(START)
    g2.received()
    g2.sends(RESET)
    expect(refusal(g2)).toEqual(['INVALID_STATE', 'recording'])
    g2.sends(CHUNK)
    g2.sends(STOP)
    g2.transcribes('hello')
    g2.received()
    g2.sends(RESET)
    expect(refusal(g2)).toEqual(['INVALID_STATE', 'thinking'])
    g2.ends()
    expect(g2.resets).toBe(0)
  })
})

describe('the heartbeat', () => {
  it('sends pings while the pongs arrive, and disconnects a phone that does not answer', () => {
    const g2 = connected()
    for (let beat = 0; beat < 3; beat++) {
      g2.fires('ping')
      expect([...g2.timers].sort()).toEqual(['ping', 'pong'])
      g2.sends('{"type":"pong"}')
      expect([...g2.timers]).toEqual(['ping'])
    }
    g2.sends('{"type":"pong"}')
    g2.fires('ping')
    expect(g2.received()).toEqual(Array(4).fill('{"type":"ping"}'))
    g2.fires('pong')
    expect([g2.closedPhones, ...g2.timers]).toEqual([1, 'absence'])
    expect(g2.received()).toEqual([])
  })
})
