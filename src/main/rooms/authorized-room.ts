// A room that checks every call against the authorization table before it is answered.
import type { Room } from '../../core/ports/room.ts'
import {
  isEnough,
  roomCallRules,
  type ParticipantRole,
  type RoomCallName,
} from '../../shared/authorization.ts'
import { FaultError } from '../../shared/errors.ts'

const REFUSED: Record<ParticipantRole, string> = {
  participant: 'Only participants of the room may do this.',
  approver: 'Only the owner’s window, or a participant whom the owner allowed to approve, may do this.',
  owner: 'Only the owner’s window may do this.',
}

export function authorizedRoom(room: Room): Room {
  return {
    ...room,
    onRpc(method, handler) {
      // A call without a rule is a mistake in Parley, found at startup.
      if (!isKnown(method)) throw new Error(`${method} is missing in the authorization table.`)
      const { who } = roomCallRules[method]
      return room.onRpc(method, (call) => {
        if (!isEnough(room.roleOf(call.caller), who))
          throw new FaultError('not_allowed', REFUSED[who], 'Ask the owner to do it.')
        return handler(call)
      })
    },
  }
}

const isKnown = (method: string): method is RoomCallName => Object.hasOwn(roomCallRules, method)
