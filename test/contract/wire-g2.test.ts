// The G2 protocol, message by message.
import { describe, expect, it } from 'vitest'
import {
  G2_PCM,
  G2_PING_EVERY_MS,
  G2_PONG_WITHIN_MS,
  G2_REPLACED,
  G2_SILENT,
  G2_VERSION,
  g2ErrorCodes,
  g2Inbound,
  g2Outbound,
  g2Statuses,
} from '../../src/shared/wire/g2.ts'
import { TOKEN_PARAM, UNAUTHORIZED } from '../../src/shared/wire/gateway.ts'

describe('the G2 wire', () => {
  it.each([
    { type: 'start_audio', sampleRate: 16000, channels: 1, sampleWidth: 2 },
    { type: 'stop_audio' },
    { type: 'text', message: 'What is the capital of France?' },
    { type: 'pong' },
    { type: 'auth', token: 'my_secret' },
  ])('lets a phone send %j', (frame) => {
    expect(g2Inbound.parse(frame)).toEqual(frame)
    expect(g2Outbound.safeParse(frame).success).toBe(false)
  })

  it.each([
    { type: 'connected', version: '1.0' },
    ...['loading', 'idle', 'recording', 'transcribing', 'thinking', 'streaming'].map((status) => ({
      type: 'status',
      status,
    })),
    { type: 'transcription', text: 'What is the capital of France?' },
    { type: 'assistant', delta: 'The capital' },
    { type: 'assistant', delta: ' of France is Paris.' },
    { type: 'end' },
    { type: 'error', detail: 'Whisper failed: empty audio buffer', code: 'TRANSCRIPTION_FAILED' },
    { type: 'error', detail: 'Cannot stop audio — not recording', code: 'INVALID_STATE' },
    { type: 'ping' },
  ])('lets the gateway send %j', (frame) => {
    expect(g2Outbound.parse(frame)).toEqual(frame)
    expect(g2Inbound.safeParse(frame).success).toBe(false)
  })

  it('has six statuses and eight error codes', () => {
    expect(g2Statuses).toEqual(['loading', 'idle', 'recording', 'transcribing', 'thinking', 'streaming'])
    expect(g2ErrorCodes).toEqual([
      'AUTH_FAILED',
      'TRANSCRIPTION_FAILED',
      'BUFFER_OVERFLOW',
      'OPENCLAW_ERROR',
      'INVALID_FRAME',
      'INVALID_STATE',
      'TIMEOUT',
      'INTERNAL_ERROR',
    ])
    expect(g2Outbound.safeParse({ type: 'error', detail: 'no', code: 'NO_SUCH_CODE' }).success).toBe(false)
    expect(g2Outbound.safeParse({ type: 'status', status: 'error' }).success).toBe(false)
  })

  it('has the version, audio format, heartbeat and close codes of the protocol', () => {
    expect(G2_VERSION).toBe('1.0')
    expect(G2_PCM).toEqual({ sampleRate: 16000, channels: 1, sampleWidth: 2 })
    expect([G2_PING_EVERY_MS, G2_PONG_WITHIN_MS]).toEqual([30_000, 10_000])
    expect(UNAUTHORIZED).toEqual({ code: 4001, reason: 'Unauthorized' })
    expect([G2_REPLACED.code, G2_SILENT.code]).toEqual([4000, 4002])
    expect(TOKEN_PARAM).toBe('token')
  })
})
