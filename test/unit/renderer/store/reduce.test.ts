import { describe, expect, it } from 'vitest'
import { reduce } from '../../../../src/renderer/store/reduce.ts'
import {
  emptyConversation,
  initialState,
  MAX_TABS,
  type Conversation,
  type RoomAction,
  type TranscriptEntry,
} from '../../../../src/renderer/store/state.ts'

const run = (actions: readonly RoomAction[], from: Conversation = emptyConversation): Conversation =>
  actions.reduce(reduce, { ...initialState, conversation: from }).conversation

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

const started = (n: number): RoomAction => ({
  type: 'artifact.started',
  shown: {
    artifact: { kind: 'diff', id: `a${n}`, title: `A ${n}`, file: '', diff: '@@' },
    at: n,
    turnId: 't',
    source: null,
    arriving: { length: 1_000_000 },
  },
})

describe('the status', () => {
  const status = { action: 'editing_file', detail: 'a.ts', startedAt: 1 } as const
  const shown: RoomAction = { type: 'status.shown', status }

  it('does not stay when the user denies what it announces', () => {
    const settled = { type: 'approval.settled', approvalId: 'q' } as const
    expect(run([shown, { ...settled, isDenied: true }]).status).toBeNull()
    expect(run([shown, settled]).status).toEqual(status)
  })
})

describe('an artifact whose beginning has arrived', () => {
  it('is active at once, and the whole artifact replaces it', () => {
    const beginning = run([arrived(1), started(2)])
    expect(beginning.activeTab).toBe('a2')
    const whole = run([arrived(2)], beginning)
    expect(whole.tabs).toEqual(beginning.tabs)
    expect(whole.artifacts.map(({ arriving }) => arriving)).toEqual([undefined, undefined])
  })

  it('never replaces a whole artifact', () => {
    const here = run([arrived(1)])
    expect(run([started(1)], here)).toBe(here)
  })

  it('leaves no trace when it is withdrawn', () => {
    const before = run([arrived(1), arrived(2)])
    expect(run([started(3), { type: 'started.withdrawn' }], before)).toEqual(before)
  })
})

describe('the transcript', () => {
  it('replaces a user’s text and appends to the agent’s', () => {
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

  it('sorts a late replay by time', () => {
    const state = run([
      replaced(entry('new', 'user', 'now', 50)),
      replaced(entry('old', 'user', 'before', 10), true),
    ])
    expect(state.transcript.map(({ id }) => id)).toEqual(['old', 'new'])
  })

  it('puts a request before its reply even if both have the same time', () => {
    const state = run([
      { type: 'segment.appended', entry: entry('a', 'agent', 'Yes.', 7) },
      replaced(entry('u', 'user', 'well?', 7), true),
    ])
    expect(state.transcript.map(({ id }) => id)).toEqual(['u', 'a'])
  })

  it('shows no subtitle for a replay', () => {
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

  it('show the newest answer to the same question in the place of the older one, unless that is pinned', () => {
    const page = (id: string, file?: string, query?: string): RoomAction => ({
      type: 'artifact.arrived',
      shown: {
        artifact: {
          kind: 'markdown',
          id,
          title: 'Harbour',
          content: '',
          ...(file !== undefined && { file }),
          ...(query !== undefined && { query }),
        },
        at: 9,
        turnId: 't',
        source: null,
      },
    })
    const state = run([arrived(0), page('a1', 'a.md'), arrived(2), page('b1', 'a.md')])
    expect(state.tabs.map(({ id }) => id)).toEqual(['a0', 'b1', 'a2'])
    expect(state.activeTab).toBe('b1')
    expect(state.artifacts).toHaveLength(4)
    const pin: RoomAction = { type: 'tab.pinned', id: 'a1', pinned: true }
    expect(run([page('a1', 'a.md'), pin, page('b1', 'a.md')]).tabs.map(({ id }) => id)).toEqual(['a1', 'b1'])
    const asked = run([page('a1', undefined, 'help'), arrived(2), page('b1', undefined, 'help')])
    expect(asked.tabs.map(({ id }) => id)).toEqual(['b1', 'a2'])
    expect(run([page('a1', undefined, 'a'), page('b1', undefined, 'b')]).tabs).toHaveLength(2)
    // Only their title is the same.
    expect(run([page('a1'), page('b1')]).tabs.map(({ id }) => id)).toEqual(['a1', 'b1'])
  })

  it('keep pinned artifacts', () => {
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

  it('go back to the tabs that were active before, even closed ones', () => {
    const back: RoomAction = { type: 'view.requested', action: 'tab.back', line: null }
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

  it('show an artifact that arrives twice once', () => {
    const state = run([arrived(1), arrived(1)])
    expect([state.tabs.length, state.artifacts.length]).toEqual([1, 1])
  })

  it('ignore the selection of an unknown artifact', () => {
    expect(run([{ type: 'tab.selected', id: 'ghost' }])).toBe(emptyConversation)
  })
})

describe('another conversation', () => {
  it('starts empty but keeps the connection', () => {
    const connection = { tag: 'connected', way: { tag: 'local' } } as const
    const actions: RoomAction[] = [
      arrived(1),
      { type: 'connection.changed', connection },
      { type: 'conversation.opened', id: 'c2' },
    ]
    expect(actions.reduce(reduce, initialState)).toEqual({
      ...initialState,
      connection,
      agentGeneration: 1,
      conversation: { ...emptyConversation, id: 'c2' },
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

describe('an artifact from another client', () => {
  const marked = ({ tabs }: Conversation): string[] => tabs.filter(({ isNew }) => isNew).map(({ id }) => id)

  it('does not become active, and is marked as new until the user looks at it', () => {
    const state = run([arrived(1), fromGlasses(2)])
    expect(state.tabs.map(({ id }) => id)).toEqual(['a1', 'g2'])
    expect([state.activeTab, marked(state), state.visitedTabs]).toEqual(['a1', ['g2'], []])
    const seen = run([{ type: 'tab.selected', id: 'g2' }], state)
    expect([seen.activeTab, marked(seen)]).toEqual(['g2', []])
  })

  it.each([
    ['the next tab', { type: 'view.requested', action: 'tab.next', line: null }],
    ['closing the tab before it', { type: 'tab.closed', id: 'a1' }],
  ] as const)('is not new any more, whatever activated it: %s', (_, action) => {
    const state = run([arrived(1), fromGlasses(2), action])
    expect([state.activeTab, marked(state)]).toEqual(['g2', []])
  })

  it('becomes active if no other tab is open', () => {
    const state = run([fromGlasses(1)])
    expect([state.activeTab, marked(state)]).toEqual(['g1', []])
    expect(run([{ type: 'tab.closed', id: 'g1' }, fromGlasses(2)], state).activeTab).toBe('g2')
  })

  it('waits too while it is arriving', () => {
    const { shown } = started(2) as Extract<RoomAction, { type: 'artifact.started' }>
    const state = run([arrived(1), { type: 'artifact.started', shown: { ...shown, source: 'Browser' } }])
    expect([state.activeTab, marked(state)]).toEqual(['a1', ['a2']])
  })

  it('does not keep an older artifact of this window from becoming active', () => {
    const state = run([arrived(1), fromGlasses(9), arrived(2, 5)])
    expect(state.activeTab).toBe('a2')
    expect(state.artifacts.map(({ artifact }) => artifact.id)).toEqual(['a1', 'a2', 'g9'])
  })

  it('never closes the active tab, however many arrive', () => {
    const many = Array.from({ length: 3 * MAX_TABS }, (_, n) => fromGlasses(n + 2))
    const state = run([arrived(1), ...many])
    expect(state.activeTab).toBe('a1')
    expect(state.tabs).toHaveLength(MAX_TABS)
    expect(state.tabs[0]?.id).toBe('a1')
    expect(state.tabs.at(-1)?.id).toBe(`g${3 * MAX_TABS + 1}`)
  })

  it('stays in the history without a tab if it is an old replay', () => {
    const old = fromGlasses(1) as Extract<RoomAction, { type: 'artifact.arrived' }>
    const state = run([arrived(2), { ...old, place: 'history' }])
    expect([state.tabs.length, state.artifacts.length, state.activeTab]).toEqual([1, 2, 'a2'])
  })
})
