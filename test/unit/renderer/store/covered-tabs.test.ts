import { describe, expect, test } from 'vitest'
import { reduce } from '../../../../src/renderer/store/reduce.ts'
import { initialState, type RoomAction } from '../../../../src/renderer/store/state.ts'

const diffOf = (...files: string[]): string =>
  files.map((name) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b\n`).join('')
const arrived = (
  id: string,
  turnId: string,
  at: number,
  title: string,
  file = '',
  diff = '',
): RoomAction => ({
  type: 'artifact.arrived',
  shown: { artifact: { kind: 'diff', id, title, file, diff }, at, turnId, source: null },
})
const edit = (file: string, turnId: string, at: number): RoomAction =>
  arrived(`edit ${file}`, turnId, at, file.split('/').at(-1)!, file, diffOf(file.replace('/work/', '')))
const all = (turnId: string, at: number, ...files: string[]): RoomAction =>
  arrived('all', turnId, at, 'Working changes', files.length === 1 ? files[0] : '', diffOf(...files))
const after = (...actions: RoomAction[]) => {
  const { tabs, activeTab } = actions.reduce(reduce, initialState).conversation
  return { tabs: tabs.map(({ id }) => id), activeTab }
}

describe('the tab of all working changes', () => {
  test('takes the place of the edits that it contains', () => {
    expect(
      after(
        edit('src/a.ts', 't1', 1),
        edit('/work/src/b.ts', 't1', 2),
        arrived('last', 't1', 3, 'Last commit: a', 'src/a.ts', diffOf('src/a.ts')),
        edit('src/c.ts', 't1', 4),
        all('t1', 5, 'src/a.ts', 'src/b.ts'),
      ),
    ).toEqual({ tabs: ['all', 'last', 'edit src/c.ts'], activeTab: 'edit src/c.ts' })
    expect(after(edit('a.ts', 't1', 1), all('t1', 2, 'a.ts'))).toEqual({ tabs: ['all'], activeTab: 'all' })
  })

  test('leaves a pinned edit', () => {
    const pinned: RoomAction = { type: 'tab.pinned', id: 'edit a.ts', pinned: true }
    expect(after(edit('a.ts', 't1', 1), pinned, all('t1', 2, 'a.ts')).tabs).toEqual(['edit a.ts', 'all'])
  })

  test('is updated in place, and opens again only after another turn', () => {
    const opened = [edit('a.ts', 't1', 1), all('t1', 2, 'a.ts')]
    const closed: RoomAction = { type: 'tab.closed', id: 'all' }
    expect(after(...opened, closed, all('t1', 3, 'a.ts', 'b.ts')).tabs).toEqual([])
    const second = edit('b.ts', 't2', 4)
    expect(after(...opened, closed, second, all('t2', 5, 'a.ts', 'b.ts')).tabs).toEqual(['all'])
  })

  test('is the same after a reload, which brings only its last version', () => {
    expect(after(edit('a.ts', 't1', 1), edit('b.ts', 't2', 4), all('t2', 5, 'a.ts', 'b.ts'))).toEqual({
      tabs: ['all'],
      activeTab: 'all',
    })
  })
})
