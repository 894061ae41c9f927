import { describe, expect, it } from 'vitest'
import { reduce } from '../../../src/renderer/store/reduce.ts'
import {
  initialState,
  MAX_TABS,
  type RoomAction,
  type RoomState,
  type TranscriptEntry,
} from '../../../src/renderer/store/state.ts'

const run = (actions: readonly RoomAction[], from: RoomState = initialState): RoomState =>
  actions.reduce(reduce, from)

const entry = (id: string, role: 'user' | 'agent', text: string, timestamp = 1): TranscriptEntry => ({
  id,
  role,
  text,
  isFinal: false,
  timestamp,
  turnId: 't',
})
const arrived = (n: number, at = n): RoomAction => ({
  type: 'artifact.arrived',
  shown: {
    artifact: { kind: 'markdown', id: `a${n}`, title: `A ${n}`, content: '' },
    at,
    turnId: 't',
    source: null,
  },
})
const replaced = (e: TranscriptEntry, replayed = false): RoomAction => ({
  type: 'segment.replaced',
  entry: e,
  replayed,
})

const begun = (n: number): RoomAction => ({
  type: 'artifact.begun',
  shown: {
    artifact: { kind: 'diff', id: `a${n}`, title: `A ${n}`, file: '', diff: '@@' },
    at: n,
    turnId: 't',
    source: null,
    arriving: { length: 1_000_000 },
  },
})

describe('an artifact that has begun to arrive', () => {
  it('is in front at once, and gives its place to the whole of it', () => {
    const beginning = run([arrived(1), begun(2)])
    expect(beginning.activeTab).toBe('a2')
    const whole = run([arrived(2)], beginning)
    expect(whole.tabs).toEqual(beginning.tabs)
    expect(whole.artifacts.map(({ arriving }) => arriving)).toEqual([undefined, undefined])
  })

  it('never takes the place of one that is here as a whole', () => {
    const here = run([arrived(1)])
    expect(run([begun(1)], here)).toBe(here)
  })

  it('is gone without a trace when it will not come, and nothing else is', () => {
    const before = run([arrived(1), arrived(2)])
    expect(run([begun(3), { type: 'beginnings.withdrawn' }], before)).toEqual(before)
  })
})

describe('the transcript', () => {
  it('replaces a person’s words and adds to the agent’s', () => {
    const state = run([
      replaced(entry('u', 'user', 'open')),
      replaced(entry('u', 'user', 'open the file')),
      { type: 'segment.appended', entry: entry('a', 'agent', 'Here ', 2) },
      { type: 'segment.appended', entry: entry('a', 'agent', 'it is.', 3) },
      { type: 'segment.closed', id: 'a' },
    ])
    expect(state.transcript.map(({ text, isFinal }) => [text, isFinal])).toEqual([
      ['open the file', false],
      ['Here it is.', true],
    ])
    expect(state.subtitle?.text).toBe('Here it is.')
  })

  it('puts what is replayed late where it belongs in time', () => {
    const state = run([
      replaced(entry('new', 'user', 'now', 50)),
      replaced(entry('old', 'user', 'before', 10), true),
    ])
    expect(state.transcript.map(({ id }) => id)).toEqual(['old', 'new'])
  })

  it('puts words before the answer to them even when both have the same time', () => {
    const state = run([
      { type: 'segment.appended', entry: entry('a', 'agent', 'Yes.', 7) },
      replaced(entry('u', 'user', 'well?', 7), true),
    ])
    expect(state.transcript.map(({ id }) => id)).toEqual(['u', 'a'])
  })

  it('shows no subtitle for what is only told again', () => {
    expect(run([replaced(entry('old', 'user', 'before'), true)]).subtitle).toBeNull()
  })

  it('clears the subtitle of its own segment only', () => {
    const shown = run([replaced(entry('u', 'user', 'hi'))])
    expect(run([{ type: 'subtitle.cleared', segmentId: 'other' }], shown).subtitle).not.toBeNull()
    expect(run([{ type: 'subtitle.cleared', segmentId: 'u' }], shown).subtitle).toBeNull()
  })

  it('shows reply text that came without a transcript, until a transcript comes', () => {
    const content = (delta: string): RoomAction => ({ type: 'content.appended', turnId: 't', delta, at: 5 })
    const alone = run([content('Hel'), content('lo')])
    expect(alone.transcript.map(({ text }) => text)).toEqual(['Hello'])
    const both = run([
      content('Hel'),
      { type: 'segment.appended', entry: entry('s', 'agent', 'Hello', 6) },
      content('lo'),
    ])
    expect(both.transcript.map(({ id, text }) => [id, text])).toEqual([['s', 'Hello']])
  })
})

describe('the tabs', () => {
  it('are the ten most recent artifacts, all of which stay in the history', () => {
    const state = run(Array.from({ length: 14 }, (_, n) => arrived(n)))
    expect(state.tabs.map(({ id }) => id)).toEqual(Array.from({ length: MAX_TABS }, (_, n) => `a${n + 4}`))
    expect(state.artifacts).toHaveLength(14)
    expect(state.activeTab).toBe('a13')
  })

  it('keep what is pinned', () => {
    const state = run([
      arrived(0),
      { type: 'tab.pinned', id: 'a0', pinned: true },
      ...Array.from({ length: 12 }, (_, n) => arrived(n + 1)),
    ])
    expect(state.tabs).toHaveLength(MAX_TABS + 1)
    expect(state.tabs[0]).toEqual({ id: 'a0', pinned: true })
  })

  it('reopen an old artifact from the history', () => {
    const state = run([
      ...Array.from({ length: 12 }, (_, n) => arrived(n)),
      { type: 'tab.selected', id: 'a0' },
    ])
    expect(state.activeTab).toBe('a0')
    expect(state.tabs.at(-1)?.id).toBe('a0')
    expect(state.tabs).toHaveLength(MAX_TABS)
  })

  it('select a neighbour when the active one is closed', () => {
    const three = run([arrived(0), arrived(1), arrived(2), { type: 'tab.selected', id: 'a1' }])
    expect(run([{ type: 'tab.closed', id: 'a1' }], three).activeTab).toBe('a2')
    expect(
      run(
        [
          { type: 'tab.closed', id: 'a1' },
          { type: 'tab.closed', id: 'a2' },
        ],
        three,
      ).activeTab,
    ).toBe('a0')
    const none = run(
      ['a0', 'a1', 'a2'].map((id): RoomAction => ({ type: 'tab.closed', id })),
      three,
    )
    expect([none.activeTab, none.tabs]).toEqual([null, []])
  })

  it('go back to what was in front before, step by step, and to what was closed', () => {
    const back: RoomAction = { type: 'view.wished', action: 'tab.back', line: null }
    const seen = [arrived(0), arrived(1), arrived(2)]
    expect(run([...seen, back]).activeTab).toBe('a1')
    expect(run([...seen, back, back]).activeTab).toBe('a0')
    expect(run([...seen, back, back, back]).activeTab).toBe('a0')
    expect(run([...seen, { type: 'tab.selected', id: 'a0' }, back]).activeTab).toBe('a2')
    const reopened = run([...seen, { type: 'tab.closed', id: 'a2' }, back])
    expect([reopened.activeTab, reopened.tabs.map(({ id }) => id)]).toEqual(['a2', ['a0', 'a1', 'a2']])
    expect(run([back]).activeTab).toBeNull()
  })

  it('do not follow an artifact that is only replayed late', () => {
    expect(run([arrived(5), arrived(1)]).activeTab).toBe('a5')
  })

  it('do not double an artifact that comes again', () => {
    const state = run([arrived(1), arrived(1)])
    expect([state.tabs.length, state.artifacts.length]).toEqual([1, 1])
  })

  it('ignore a selection of something that does not exist', () => {
    expect(run([{ type: 'tab.selected', id: 'ghost' }])).toEqual(initialState)
  })
})

describe('a new session', () => {
  it('starts empty but keeps the connection', () => {
    const state = run([
      arrived(1),
      { type: 'connection.changed', connection: { tag: 'connected', way: { tag: 'local' } } },
      { type: 'session.reset' },
    ])
    expect(state).toEqual({
      ...initialState,
      connection: { tag: 'connected', way: { tag: 'local' } },
      conversation: 1,
    })
  })
})

const fromGlasses = (n: number, at = n): RoomAction => ({
  type: 'artifact.arrived',
  shown: {
    artifact: { kind: 'markdown', id: `g${n}`, title: `G ${n}`, content: '' },
    at,
    turnId: `of the glasses ${n}`,
    source: 'G2 glasses',
  },
})

describe('what somebody asked for elsewhere', () => {
  const marked = ({ tabs }: RoomState): string[] => tabs.filter(({ isNew }) => isNew).map(({ id }) => id)

  it('waits behind what is looked at here, with a mark until it is looked at', () => {
    const state = run([arrived(1), fromGlasses(2)])
    expect(state.tabs.map(({ id }) => id)).toEqual(['a1', 'g2'])
    expect([state.activeTab, marked(state), state.wayBack]).toEqual(['a1', ['g2'], []])
    const seen = run([{ type: 'tab.selected', id: 'g2' }], state)
    expect([seen.activeTab, marked(seen)]).toEqual(['g2', []])
  })

  it.each([
    ['the next tab', { type: 'view.wished', action: 'tab.next', line: null }],
    ['the tab before it being closed', { type: 'tab.closed', id: 'a1' }],
  ] as const)('is looked at whichever way it came to the front: %s', (_, action) => {
    const state = run([arrived(1), fromGlasses(2), action])
    expect([state.activeTab, marked(state)]).toEqual(['g2', []])
  })

  it('is in front at once where nothing else is open', () => {
    const state = run([fromGlasses(1)])
    expect([state.activeTab, marked(state)]).toEqual(['g1', []])
    expect(run([{ type: 'tab.closed', id: 'g1' }, fromGlasses(2)], state).activeTab).toBe('g2')
  })

  it('waits too while it is still on its way', () => {
    const { shown } = begun(2) as Extract<RoomAction, { type: 'artifact.begun' }>
    const state = run([arrived(1), { type: 'artifact.begun', shown: { ...shown, source: 'Browser' } }])
    expect([state.activeTab, marked(state)]).toEqual(['a1', ['a2']])
  })

  it('does not keep back what was asked for here, though it came later than that was made', () => {
    const state = run([arrived(1), fromGlasses(9), arrived(2, 5)])
    expect(state.activeTab).toBe('a2')
    expect(state.artifacts.map(({ artifact }) => artifact.id)).toEqual(['a1', 'a2', 'g9'])
  })

  it('never pushes out what is in front, however much of it comes', () => {
    const many = Array.from({ length: 3 * MAX_TABS }, (_, n) => fromGlasses(n + 2))
    const state = run([arrived(1), ...many])
    expect(state.activeTab).toBe('a1')
    expect(state.tabs).toHaveLength(MAX_TABS)
    expect(state.tabs[0]?.id).toBe('a1')
    expect(state.tabs.at(-1)?.id).toBe(`g${3 * MAX_TABS + 1}`)
  })

  it('stays in the history without a tab where it is told again from long ago', () => {
    const told = fromGlasses(1) as Extract<RoomAction, { type: 'artifact.arrived' }>
    const state = run([arrived(2), { ...told, place: 'history' }])
    expect([state.tabs.length, state.artifacts.length, state.activeTab]).toEqual([1, 2, 'a2'])
  })
})
