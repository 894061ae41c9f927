// The VoiceIDE protocol, message by message.
import { describe, expect, it } from 'vitest'
import {
  kindOf,
  parseVoiceIdeEvent,
  voiceIdeKinds,
  voiceIdeProtocol,
  voiceIdeTools,
} from '../../src/shared/wire/voice-ide.ts'

describe('the VoiceIDE wire', () => {
  const envelope = { id: '550e8400-e29b-41d4-a716-446655440000', timestamp: '2025-01-15T10:30:00.000Z' }

  it('has all its events, the reconnect, and the answer with a secret', () => {
    expect(voiceIdeProtocol.messages.map(({ name }) => name).toSorted()).toEqual(
      [
        'session.start',
        'session.started',
        'session.reconnect',
        'user.audio.transcript.partial',
        'user.audio.transcript.final',
        'assistant.speech.partial',
        'assistant.speech.final',
        'assistant.ui.patch',
        'tool.call',
        'tool.result',
        'error',
      ].toSorted(),
    )
    expect([...voiceIdeTools].toSorted()).toEqual(['convo.appendMessage', 'convo.setState', 'tts.speak'])
  })

  it.each([
    { sessionStart: { sessionId: 'abc123' } },
    { sessionStart: { sessionId: 'abc123', resumable: true } },
    { sessionStarted: { sessionId: 'abc123', resumeSecret: 'a-secret' } },
    { sessionReconnect: { sessionId: 'abc123', lastEventId: envelope.id } },
    { sessionReconnect: { sessionId: 'abc123', lastEventId: envelope.id, resumeSecret: 'a-secret' } },
    { userAudioTranscriptPartial: { text: 'Hello wor' } },
    { userAudioTranscriptFinal: { text: 'Hello world' } },
    { assistantSpeechPartial: { text: 'I can help you' } },
    { assistantSpeechFinal: { text: 'I can help you with that. Let me check the code.' } },
    {
      assistantUIPatch: {
        patch: '{"op":"add","path":"/cards/0","value":{"type":"diff","file":"main.swift"}}',
      },
    },
    { toolCall: { callId: 'call-abc123', name: 'tts.speak', arguments: '{"text":"Hello there!"}' } },
    { toolResult: { callId: 'call-abc123', result: '{"spoken":true}', error: null } },
    { toolResult: { callId: 'call-abc123', result: null, error: 'ElevenLabs API key is not configured.' } },
    { error: { code: 'tts_failed', message: 'ElevenLabs returned HTTP 401' } },
  ])('is understood with and without a version: %j', (kind) => {
    const event = { ...envelope, kind }
    const versioned = { protocolVersion: '2.0', ...event }
    expect(parseVoiceIdeEvent(event)).toEqual({ ok: true, event })
    expect(parseVoiceIdeEvent(versioned)).toEqual({ ok: true, event: versioned })
  })

  it('distinguishes an unknown kind from an invalid event', () => {
    const kind = { userGazeMoved: { x: 1 } }
    expect(parseVoiceIdeEvent({ ...envelope, kind })).toEqual({
      ok: false,
      reason: 'unknown_kind',
      kind: 'userGazeMoved',
    })
    expect(parseVoiceIdeEvent({ ...envelope, kind: { sessionStart: {} } })).toMatchObject({
      reason: 'invalid',
    })
    expect(parseVoiceIdeEvent({ kind })).toMatchObject({ reason: 'invalid' })
  })

  it('accepts a result without its null error, and a reconnect without an event id', () => {
    const result = parseVoiceIdeEvent({
      ...envelope,
      kind: { toolResult: { callId: 'c', result: '{}' } },
    })
    expect(result).toMatchObject({
      event: { kind: { toolResult: { callId: 'c', result: '{}', error: null } } },
    })
    const reconnect = parseVoiceIdeEvent({
      ...envelope,
      kind: { sessionReconnect: { sessionId: 's' } },
    })
    expect(reconnect).toMatchObject({
      event: { kind: { sessionReconnect: { sessionId: 's', lastEventId: null } } },
    })
  })

  it.each(['ok', '', '{"spoken":', null])('accepts the result %j of a tool', (result) => {
    const kind = { toolResult: { callId: 'c', result, error: null } }
    expect(parseVoiceIdeEvent({ ...envelope, kind })).toMatchObject({ ok: true, event: { kind } })
  })

  it.each([
    { protocolVersion: 2 },
    { protocolVersion: null },
    { protocolVersion: '3.1-draft of a client whose versions have long names' },
    { timestamp: '2025-01-15 10:30:00' },
    { timestamp: '1736937000' },
  ])('accepts %j from a client, since nothing depends on it', (odd) => {
    const kind = { userAudioTranscriptFinal: { text: 'Hello world' } }
    expect(parseVoiceIdeEvent({ ...envelope, ...odd, kind })).toMatchObject({ ok: true })
  })

  it.each([
    { toolCall: { callId: 'c', name: 'tts.speak', arguments: { text: 'hi' } } },
    { toolCall: { callId: 'c', name: 'tts.speak', arguments: 'text=hi' } },
    { toolResult: { callId: 'c', result: { spoken: true }, error: null } },
    { assistantUIPatch: { patch: '{' } },
  ])('carries arguments and patches as JSON text, results as text, and nothing else: %j', (kind) => {
    expect(parseVoiceIdeEvent({ ...envelope, kind })).toMatchObject({ ok: false, reason: 'invalid' })
  })
})

describe('VoiceIDE events', () => {
  it('are read as the kind they were declared with', () => {
    const kinds = voiceIdeProtocol.messages.map(({ examples }) => {
      const parsed = parseVoiceIdeEvent(examples[0])
      return parsed.ok ? kindOf(parsed.event) : parsed.reason
    })
    expect(kinds).toEqual(voiceIdeKinds)
  })
})
