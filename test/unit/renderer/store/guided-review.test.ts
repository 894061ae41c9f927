import { expect, test } from 'vitest'
import { createReplay } from '../../../../src/renderer/room/replay.ts'
import { reduce } from '../../../../src/renderer/store/reduce.ts'
import { initialState, type RoomAction, type RoomState } from '../../../../src/renderer/store/state.ts'

const diff = (id: string, at: number): RoomAction => ({
  type: 'artifact.arrived',
  shown: { artifact: { kind: 'diff', id, title: id, file: '', diff: '' }, at, turnId: null, source: null },
})
const move = (at: number, hunk: string | null = 'aaaaaaaaaaaaaaaa'): RoomAction => ({
  type: 'review.moved',
  review: {
    artifactId: 'one',
    hunk,
    at: 1,
    of: 2,
    description: '',
    phase: hunk === null ? 'ended' : 'hunk',
  },
  at,
})
const after = (...actions: RoomAction[]): RoomState => actions.reduce(reduce, initialState)

test('a review that moves brings its tab to the front', () => {
  const { conversation } = after(diff('one', 1), diff('two', 2), move(3))
  expect(conversation.activeTab).toBe('one')
  expect(conversation.review?.isFollowed).toBe(true)
})

test('the end of a review leaves the tab in front', () => {
  const { conversation } = after(diff('one', 1), diff('two', 2), move(3, null))
  expect(conversation.activeTab).toBe('two')
  expect(conversation.review).toMatchObject({ phase: 'ended', isFollowed: false })
})

test('a replay tells where the review was, but neither takes the tab nor scrolls', () => {
  const actions: RoomAction[] = []
  const replay = createReplay((action) => actions.push(action))
  replay.begin('missed')
  replay.take(diff('one', 1))
  replay.take(diff('two', 2))
  replay.take(move(1))
  replay.end()
  const { conversation } = after(...actions)
  expect(conversation.activeTab).toBe('two')
  expect(conversation.review).toMatchObject({ phase: 'hunk', isFollowed: false })
  replay.take(move(5))
  expect(after(...actions).conversation.activeTab).toBe('one')
})
