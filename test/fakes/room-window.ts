// A window without a page: the real room client and store on a carrier that can be cut.
import { randomUUID } from 'node:crypto'
import type { Carrier } from '../../src/core/carrier.ts'
import { systemClock } from '../../src/main/clock.ts'
import type { LocalRoom } from '../../src/main/rooms/local/local-room.ts'
import { openLocalLink } from '../../src/renderer/room/local-link.ts'
import { createRoomClient } from '../../src/renderer/room/room-client.ts'
import type { RoomState } from '../../src/renderer/store/state.ts'
import { createStore } from '../../src/renderer/store/store.ts'
import { createCarrierPair } from './carrier-pair.ts'

interface Options {
  dropFrames?: (frame: Uint8Array) => boolean
  onVoice?: (samples: Int16Array) => void
}

export function openRoomWindow(
  to: LocalRoom,
  { dropFrames = () => false, onVoice = () => {} }: Options = {},
) {
  const store = createStore()
  let carrier: Carrier | null = null
  const client = createRoomClient({
    openLink(listener) {
      const [ours, theirs] = createCarrierPair()
      carrier = theirs
      const lossy: Carrier = {
        ...ours,
        send: (frame) => (dropFrames(frame) ? theirs.close('cut') : ours.send(frame)),
      }
      to.attach(lossy, randomUUID())
      return openLocalLink(theirs, listener)
    },
    dispatch: store.dispatch,
    clock: systemClock,
    newId: randomUUID,
    random: () => 0,
    onVoice,
  })
  const until = (condition: (state: RoomState) => boolean): Promise<RoomState> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!condition(store.get())) return
        stop()
        resolve(store.get())
      }
      const stop = store.subscribe(check)
      check()
    })
  return { client, store, until, cut: () => carrier?.close('The cable was pulled.') }
}

export const isConnected = (state: RoomState): boolean => state.connection.tag === 'connected'
