import { expect, test } from 'vitest'
import { talkAppearance, meterShare, shownOf } from '../../../../src/renderer/talk/talk-appearance.ts'
import { initialTalk, type Take, type TalkState } from '../../../../src/renderer/talk/talk-state.ts'
import { kindOfMediaError, problemOf, type ProblemKind } from '../../../../src/renderer/talk/talk-problems.ts'

const take: Take = { id: 'k', mode: 'hold', pressedAt: 0, held: true, latched: false, begun: true }
const state = (part: Partial<TalkState>): TalkState => ({ ...initialTalk, linked: true, ...part })

test('each state has its own appearance', () => {
  expect(talkAppearance(state({}), 'idle')).toBe('off')
  expect(talkAppearance(state({ microphone: 'open' }), 'idle')).toBe('ready')
  expect(talkAppearance(state({ microphone: 'opening', take: { ...take, begun: false } }), 'idle')).toBe(
    'opening',
  )
  expect(talkAppearance(state({ microphone: 'open', take }), 'speaking')).toBe('hearing')
  expect(talkAppearance(state({ microphone: 'open' }), 'listening')).toBe('transcribing')
  expect(talkAppearance(state({ muted: true }), 'thinking')).toBe('thinking')
  expect(talkAppearance(state({ muted: true, problem: problemOf('muted') }), 'idle')).toBe('muted')
  expect(talkAppearance(state({ problem: problemOf('busy') }), 'idle')).toBe('trouble')
})

test('the light is on only while there is sound', () => {
  const held = state({ microphone: 'open', take })
  for (const kind of ['suspended', 'silent'] as const)
    expect(talkAppearance({ ...held, problem: problemOf(kind) }, 'listening')).toBe('trouble')
  // The problem of an earlier take does not matter for this one.
  expect(talkAppearance({ ...held, problem: problemOf('refused') }, 'listening')).toBe('hearing')
  expect(talkAppearance({ ...held, microphone: 'opening' }, 'listening')).toBe('opening')
})

test('hands-free talking shows whose turn it is', () => {
  const handsFree = state({ microphone: 'open', take: { ...take, mode: 'hands_free' } })
  expect(talkAppearance(handsFree, 'idle')).toBe('hearing')
  expect(talkAppearance(handsFree, 'speaking')).toBe('speaking')
  expect(talkAppearance({ ...handsFree, problem: problemOf('silent') }, 'idle')).toBe('trouble')
})

test('the line says how to start and end, according to the settings', () => {
  const { choices } = initialTalk
  expect(shownOf(state({}), 'idle', null).title).toBe('Hold Space to talk')
  expect(shownOf(state({}), 'idle', null, true).title).toBe('Hold the button to talk')
  expect(shownOf(state({ choices: { ...choices, key: 'toggle' } }), 'idle', null).title).toBe(
    'Press Space to talk',
  )
  expect(shownOf(state({ take, microphone: 'open' }), 'listening', null).hint).toBe(
    'Release to send, Esc to discard',
  )
  const latched = state({ take: { ...take, held: false, latched: true }, microphone: 'open' })
  expect(shownOf(latched, 'listening', null).hint).toBe('Space to send, Esc to discard')
  const loading = { name: 'recognizer', state: { tag: 'loading', progress: 0.4 } } as const
  expect(shownOf(state({}), 'idle', loading).title).toBe('Loading the recognizer… 40 %')
})

test('the meter is empty in silence and full when it is loud', () => {
  expect(meterShare(-120)).toBe(0)
  expect(meterShare(-5)).toBe(1)
  expect(meterShare(-30)).toBeGreaterThan(0.5)
})

test('each microphone failure has its own message and next step', () => {
  const names = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'SecurityError', 'TypeError']
  expect(names.map(kindOfMediaError)).toEqual(['permission', 'no_device', 'busy', 'insecure', 'failed'])
  const kinds: ProblemKind[] = [
    'permission',
    'no_device',
    'busy',
    'insecure',
    'suspended',
    'unplugged',
    'silent',
  ]
  const problems = kinds.map((kind) => problemOf(kind))
  expect(new Set(problems.map(({ message }) => message)).size).toBe(kinds.length)
  expect(problems.every(({ remedy }) => remedy.length > 20)).toBe(true)
  expect(problemOf('permission', 'browser').remedy).not.toBe(problemOf('permission', 'desktop').remedy)
})
