import { expect, test } from 'vitest'
import {
  gateOnFrame,
  gateOnSilence,
  gateOnState,
  openGate,
  type VoiceGate,
} from '../../../../src/renderer/audio/voice-gate.ts'

/** What happens to each frame: B begins a voice, P is played, - is dropped. */
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

test('a voice begins with its first frame, whether or not the state came first', () => {
  expect(story('tsfff')).toBe('BPP')
  expect(story('tfsff')).toBe('BPP')
})

test('the remaining frames of a silenced voice are dropped; the next voice plays', () => {
  expect(story('tsffxfffifff')).toBe('BP---BPP')
  expect(story('tsffxffltsff')).toBe('BP--BP')
})

test('a voice that is silenced before its first frame is not played at all', () => {
  expect(story('tsxffitsf')).toBe('--B')
})

test('silencing while no voice plays does not affect the next voice', () => {
  expect(story('xitsff')).toBe('BP')
})
