import { describe, expect, it } from 'vitest'
import { isSameFile } from '../../../../src/renderer/store/pointing.ts'
import { reduce } from '../../../../src/renderer/store/reduce.ts'
import { initialState, type RoomAction, type RoomState } from '../../../../src/renderer/store/state.ts'
import type { Artifact } from '../../../../src/shared/artifacts.ts'

const code = (id: string, file: string, startLine: number, lines: number): Artifact => ({
  kind: 'code',
  id,
  title: file,
  file,
  startLine,
  content: Array.from({ length: lines }, () => 'x').join('\n'),
})

const after = (...actions: RoomAction[]): RoomState => actions.reduce(reduce, initialState)
const arrived = (artifact: Artifact, at: number): RoomAction => ({
  type: 'artifact.arrived',
  shown: { artifact, at, turnId: null, source: null },
})
const point = (file: string, line: number, endLine = line): RoomAction => ({
  type: 'lines.pointed',
  pointed: { file, line, endLine },
})

describe('pointing at lines', () => {
  it('activates the tab that shows the lines', () => {
    const { conversation } = after(
      arrived(code('tide', 'src/tide.ts', 1, 40), 1),
      arrived(code('other', 'src/other.ts', 1, 40), 2),
      point('src/tide.ts', 12, 18),
    )
    expect(conversation.activeTab).toBe('tide')
    expect(conversation.pointed).toEqual({ file: 'src/tide.ts', line: 12, endLine: 18 })
  })

  it('prefers the part of the file that has the line, and the text of the file to a diff', () => {
    const diff: Artifact = {
      kind: 'diff',
      id: 'diff',
      title: 'Changes',
      file: '',
      diff: '--- a/src/tide.ts\n+++ b/src/tide.ts\n@@ -1 +1 @@\n-a\n+b\n',
    }
    const shown = [
      arrived(code('start', 'src/tide.ts', 1, 10), 1),
      arrived(code('middle', 'src/tide.ts', 50, 10), 2),
      arrived(diff, 3),
    ]
    expect(after(...shown, point('src/tide.ts', 5)).conversation.activeTab).toBe('start')
    expect(after(...shown, point('src/tide.ts', 55)).conversation.activeTab).toBe('middle')
    expect(after(...shown, point('src/tide.ts', 500)).conversation.activeTab).toBe('diff')
  })

  it('leaves the tab in front if no tab shows the lines, or if it shows them as well as another', () => {
    const shown = [
      arrived(code('one', 'src/tide.ts', 1, 40), 1),
      arrived(code('two', 'src/tide.ts', 1, 40), 2),
      arrived(code('other', 'src/other.ts', 1, 40), 3),
    ]
    expect(after(...shown, point('src/missing.ts', 5)).conversation.activeTab).toBe('other')
    const front: RoomAction = { type: 'tab.selected', id: 'one' }
    expect(after(...shown, front, point('src/tide.ts', 5)).conversation.activeTab).toBe('one')
  })

  it('does not reopen a tab that the user closed', () => {
    const { conversation } = after(
      arrived(code('tide', 'src/tide.ts', 1, 40), 1),
      { type: 'tab.closed', id: 'tide' },
      point('src/tide.ts', 5),
    )
    expect(conversation.tabs).toEqual([])
  })

  it('ends when it is cleared', () => {
    const cleared: RoomAction = { type: 'pointed.cleared' }
    expect(after(point('src/tide.ts', 5), cleared).conversation.pointed).toBeNull()
    const state = after(cleared)
    expect(reduce(state, cleared)).toBe(state)
  })
})

it.each([
  ['src/tide.ts', 'src/tide.ts', true],
  ['./src/tide.ts', 'src/tide.ts', true],
  ['/home/ada/work/src/tide.ts', 'src/tide.ts', true],
  ['src\\tide.ts', 'src/tide.ts', true],
  ['src/tide.ts', 'src/riptide.ts', false],
  ['src/tide.ts', undefined, false],
  ['', 'src/tide.ts', false],
])('“%s” and “%s” are the same file: %s', (one, other, same) => {
  expect(isSameFile(one, other)).toBe(same)
})

it('an update of a plan replaces it in place and leaves the tab in front where it is', () => {
  const plan = (state: 'pending' | 'completed'): Artifact => ({
    kind: 'checklist',
    id: 'plan',
    title: 'Plan',
    entries: [{ text: 'Write', state }],
  })
  const { conversation } = after(
    arrived(plan('pending'), 1),
    arrived(code('tide', 'src/tide.ts', 1, 40), 2),
    arrived(plan('completed'), 3),
  )
  expect(conversation.activeTab).toBe('tide')
  expect(conversation.tabs.map(({ id }) => id)).toEqual(['plan', 'tide'])
  expect(conversation.artifacts[0]?.artifact).toEqual(plan('completed'))
})
