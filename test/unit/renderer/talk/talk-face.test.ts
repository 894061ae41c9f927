import { expect, test } from 'vitest'
import { faceOf, meterShare, shownOf } from '../../../../src/renderer/talk/talk-face.ts'
import { initialTalk, type Take, type TalkState } from '../../../../src/renderer/talk/talk-state.ts'
import { kindOfMediaError, troubleOf, type TroubleKind } from '../../../../src/renderer/talk/talk-troubles.ts'

const take: Take = { id: 'k', mode: 'hold', pressedAt: 0, held: true, latched: false, begun: true }
const state = (part: Partial<TalkState>): TalkState => ({ ...initialTalk, linked: true, ...part })

test('each state has a face of its own', () => {
  expect(faceOf(state({}), 'idle')).toBe('off')
  expect(faceOf(state({ microphone: 'open' }), 'idle')).toBe('ready')
  expect(faceOf(state({ microphone: 'opening', take: { ...take, begun: false } }), 'idle')).toBe('opening')
  expect(faceOf(state({ microphone: 'open', take }), 'speaking')).toBe('hearing')
  expect(faceOf(state({ microphone: 'open' }), 'listening')).toBe('recognising')
  expect(faceOf(state({ muted: true }), 'thinking')).toBe('thinking')
  expect(faceOf(state({ muted: true, trouble: troubleOf('muted') }), 'idle')).toBe('muted')
  expect(faceOf(state({ trouble: troubleOf('busy') }), 'idle')).toBe('trouble')
})

test('the light is on only while something can be heard', () => {
  const held = state({ microphone: 'open', take })
  for (const kind of ['suspended', 'silent'] as const)
    expect(faceOf({ ...held, trouble: troubleOf(kind) }, 'listening')).toBe('trouble')
  // What went wrong with an earlier take says nothing about this one.
  expect(faceOf({ ...held, trouble: troubleOf('refused') }, 'listening')).toBe('hearing')
  expect(faceOf({ ...held, microphone: 'opening' }, 'listening')).toBe('opening')
})

test('a conversation without keys shows who is at it', () => {
  const handsFree = state({ microphone: 'open', take: { ...take, mode: 'hands_free' } })
  expect(faceOf(handsFree, 'idle')).toBe('hearing')
  expect(faceOf(handsFree, 'speaking')).toBe('speaking')
  expect(faceOf({ ...handsFree, trouble: troubleOf('silent') }, 'idle')).toBe('trouble')
})

test('the line says how to begin and how to end, as it was chosen', () => {
  const { choices } = initialTalk
  expect(shownOf(state({}), 'idle', null).title).toBe('Hold Space to talk')
  expect(shownOf(state({}), 'idle', null, true).title).toBe('Hold the button to talk')
  expect(shownOf(state({ choices: { ...choices, key: 'toggle' } }), 'idle', null).title).toBe(
    'Press Space to talk',
  )
  expect(shownOf(state({ take, microphone: 'open' }), 'listening', null).hint).toBe(
    'Let go to send, Esc to drop',
  )
  const latched = state({ take: { ...take, held: false, latched: true }, microphone: 'open' })
  expect(shownOf(latched, 'listening', null).hint).toBe('Space to send, Esc to drop')
  const loading = { name: 'ears', state: { tag: 'loading', progress: 0.4 } } as const
  expect(shownOf(state({}), 'idle', loading).title).toBe('Getting ready to listen… 40 %')
})

test('the meter is empty in silence and full when it is loud', () => {
  expect(meterShare(-120)).toBe(0)
  expect(meterShare(-5)).toBe(1)
  expect(meterShare(-30)).toBeGreaterThan(0.5)
})

test('each failure of a microphone has its own words and something to do', () => {
  const names = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'SecurityError', 'TypeError']
  expect(names.map(kindOfMediaError)).toEqual(['permission', 'no_device', 'busy', 'insecure', 'failed'])
  const kinds: TroubleKind[] = [
    'permission',
    'no_device',
    'busy',
    'insecure',
    'suspended',
    'unplugged',
    'silent',
  ]
  const told = kinds.map((kind) => troubleOf(kind))
  expect(new Set(told.map(({ message }) => message)).size).toBe(kinds.length)
  expect(told.every(({ remedy }) => remedy.length > 20)).toBe(true)
  expect(troubleOf('permission', 'browser').remedy).not.toBe(troubleOf('permission', 'desktop').remedy)
})
