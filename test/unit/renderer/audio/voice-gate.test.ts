import { expect, test } from 'vitest'
import {
  gateOnFrame,
  gateOnSilence,
  gateOnState,
  openGate,
  type VoiceGate,
} from '../../../../src/renderer/audio/voice-gate.ts'

/** Each frame as it is treated: B begins a voice, P is played, - is not. */
function story(steps: string): string {
  let gate: VoiceGate = openGate
  let seen = ''
  for (const step of steps) {
    if (step === 'f') {
      const { gate: next, plays, begins } = gateOnFrame(gate)
      gate = next
      seen += begins ? 'B' : plays ? 'P' : '-'
    } else if (step === 'x') gate = gateOnSilence(gate)
    else
      gate = gateOnState(gate, ({ s: 'speaking', i: 'idle', t: 'thinking', l: 'listening' } as const)[step]!)
  }
  return seen
}

test('a voice begins with its first frame, whether or not the word of it came first', () => {
  expect(story('tsfff')).toBe('BPP')
  expect(story('tfsff')).toBe('BPP')
})

test('what still comes of a silenced voice is not played; the next voice is', () => {
  expect(story('tsffxfffifff')).toBe('BP---BPP')
  expect(story('tsffxffltsff')).toBe('BP--BP')
})

test('a voice that is silenced before its first frame is not heard at all', () => {
  expect(story('tsxffitsf')).toBe('--B')
})

test('silence while nobody speaks keeps nobody quiet', () => {
  expect(story('xitsff')).toBe('BP')
})
