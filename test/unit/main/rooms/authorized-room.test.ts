import { describe, expect, it } from 'vitest'
import { authorizedRoom } from '../../../../src/main/rooms/authorized-room.ts'
import {
  participantRoles,
  roomCallRules,
  type ParticipantRole,
  type RoomCallName,
} from '../../../../src/shared/authorization.ts'
import { FaultError } from '../../../../src/shared/errors.ts'
import * as calls from '../../../../src/shared/wire/room-calls.ts'
import * as names from '../../../../src/shared/wire/transcription.ts'
import { createFakeRoom } from '../../../fakes/fake-room.ts'

const rules = Object.keys(roomCallRules) as RoomCallName[]

async function callAs(role: ParticipantRole, method: RoomCallName): Promise<string> {
  const room = createFakeRoom(['somebody'])
  room.roles['somebody'] = role
  authorizedRoom(room).onRpc(method, () => 'answered')
  try {
    return await room.call(method, { caller: 'somebody', payload: '{}' })
  } catch (error) {
    if (error instanceof FaultError) return error.fault.code
    throw error
  }
}

describe('Room calls', () => {
  it('all have an entry in the table', () => {
    const methods = Object.entries({ ...calls, ...names })
      .filter(([name]) => name.endsWith('_METHOD'))
      .map(([, method]) => method)
    expect(new Set(rules)).toEqual(new Set(methods))
  })

  it.each(rules)('%s is answered for roles that may call it, and refused to the others', async (method) => {
    const least = participantRoles.indexOf(roomCallRules[method].who)
    expect(await Promise.all(participantRoles.map((role) => callAs(role, method)))).toEqual(
      participantRoles.map((_, at) => (at >= least ? 'answered' : 'not_allowed')),
    )
  })

  it('let only the owner’s windows change a file, and only allowed roles approve', () => {
    expect(roomCallRules['parley.revert_hunk'].who).toBe('owner')
    expect(roomCallRules['parley.restore_hunk'].who).toBe('owner')
    expect(roomCallRules['parley.decide_hunks'].who).toBe('owner')
    expect(roomCallRules['parley.refresh_diff'].who).toBe('owner')
    expect(roomCallRules['parley.answer'].who).toBe('approver')
  })

  it('cannot be added without an entry', () => {
    expect(() => authorizedRoom(createFakeRoom()).onRpc('parley.new', () => '')).toThrow(
      /authorization table/,
    )
  })
})
