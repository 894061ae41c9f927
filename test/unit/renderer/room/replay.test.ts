import { expect, it } from 'vitest'
import { createReplay } from '../../../../src/renderer/room/replay.ts'
import type { RoomAction } from '../../../../src/renderer/store/state.ts'

it('lines the agent pointed at earlier are not pointed at again', () => {
  const dispatched: RoomAction[] = []
  const replay = createReplay((action) => dispatched.push(action))
  const pointed: RoomAction = {
    type: 'lines.pointed',
    pointed: { file: 'src/tide.ts', line: 1, endLine: 2 },
  }
  replay.begin('recent')
  replay.take(pointed)
  replay.end()
  expect(dispatched).toEqual([])
  replay.take(pointed)
  expect(dispatched).toEqual([pointed])
})
