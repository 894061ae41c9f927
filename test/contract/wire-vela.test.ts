// The Vela protocol, message by message, and the exact texts of its mocked pipeline.
import { describe, expect, it } from 'vitest'
import {
  velaClientEvent,
  velaErrorCodes,
  velaWire,
  velaServerEvent,
  velaStates,
  type VelaServerEvent,
} from '../../src/shared/wire/vela.ts'
import { mockedAppend, mockedCommit, mockedTurn } from '../../src/shared/wire/vela-mocked.ts'

describe('the Vela wire', () => {
  it.each([
    { type: 'session.start', payload: {} },
    { type: 'session.start', payload: { pipeline: 'live' } },
    { type: 'mocked.turn.trigger', payload: {} },
    { type: 'input_audio.append', payload: { chunk: 'placeholder' } },
    { type: 'input_audio.commit', payload: {} },
    { type: 'response.cancel', payload: {} },
  ])('lets a client send %j, and a server not', (event) => {
    expect(velaClientEvent.parse(event)).toEqual(event)
    expect(velaServerEvent.safeParse(event).success).toBe(false)
  })

  it.each([
    { type: 'session.ready', payload: { sessionId: 's' } },
    ...['idle', 'listening', 'thinking', 'speaking'].map((value) => ({
      type: 'session.state',
      payload: { value },
    })),
    { type: 'transcript.partial', payload: { text: '' } },
    { type: 'transcript.final', payload: { text: '' } },
    { type: 'response.text.delta', payload: { text: '' } },
    { type: 'response.completed', payload: {} },
    ...['invalid_json', 'invalid_message', 'mocked_turn_in_flight'].map((code) => ({
      type: 'error',
      payload: { code, message: 'no' },
    })),
    { type: 'error', payload: { code: 'mocked_turn_in_flight', message: 'no', retryable: true } },
  ])('lets a server send %j, and a client not', (event) => {
    expect(velaServerEvent.parse(event)).toEqual(event)
    expect(velaClientEvent.safeParse(event).success).toBe(false)
  })

  it('has no other event, state or error code', () => {
    expect(velaWire.protocols[0]!.messages).toHaveLength(12)
    expect(velaStates).toEqual(['idle', 'listening', 'thinking', 'speaking'])
    expect([...velaErrorCodes].toSorted()).toEqual([
      'invalid_json',
      'invalid_message',
      'mocked_turn_in_flight',
    ])
  })

  it('knows one other pipeline, and refuses a third', () => {
    const event = { type: 'session.start', payload: { pipeline: 'lvie' } }
    expect(velaClientEvent.safeParse(event).success).toBe(false)
  })
})

function shorthand(event: VelaServerEvent): string {
  const value = Object.values(velaServerEvent.parse(event).payload)[0]
  return value === undefined ? event.type : `${event.type}(${String(value)})`
}

const answer = [
  'session.state(thinking)',
  'session.state(speaking)',
  'response.text.delta([mocked assistant] )',
  'response.text.delta(This is a deterministic mocked response from the gateway vertical slice.)',
  'response.completed',
  'session.state(idle)',
]

describe('the mocked pipeline of Vela', () => {
  it('answers a trigger with one fixed turn', () => {
    expect(mockedTurn().map(shorthand)).toEqual([
      'session.state(listening)',
      'transcript.final([mocked user] What is the current mocked vertical slice?)',
      ...answer,
    ])
  })

  it('enters the turn with the first append and counts the others', () => {
    expect(mockedAppend(1).map(shorthand)).toEqual([
      'session.state(listening)',
      'transcript.partial([mocked partial] Placeholder push-to-talk transcript in progress.)',
    ])
    expect(mockedAppend(2).map(shorthand)).toEqual([
      'transcript.partial([mocked partial] Placeholder push-to-talk transcript in progress (2 chunks).)',
    ])
    expect(mockedAppend(17).map(shorthand)).toEqual([
      'transcript.partial([mocked partial] Placeholder push-to-talk transcript in progress (17 chunks).)',
    ])
  })

  it.each([1, 2, 17])('names %i appended chunks when they are committed, then answers', (appends) => {
    expect(mockedCommit(appends).map(shorthand)).toEqual([
      `transcript.final([mocked final] Placeholder push-to-talk transcript completed from ${appends} appended chunk(s).)`,
      ...answer,
    ])
  })

  it('answers a commit without appends', () => {
    expect(mockedCommit(0).map(shorthand)).toEqual([
      'transcript.final([mocked final] Placeholder push-to-talk transcript completed without appended audio.)',
      ...answer,
    ])
  })

  it('gives each session its own events, so that changing them affects no other', () => {
    expect(mockedTurn()).toEqual(mockedTurn())
    expect(mockedTurn()[0]).not.toBe(mockedTurn()[0])
  })
})
