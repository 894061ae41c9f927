// A window without a page: the real room client and store on a transport that the test can cut.
import { randomUUID } from 'node:crypto'
import type { Transport } from '../../src/base/transport.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import type { LocalRoom } from '../../src/main/rooms/local/local-room.ts'
import { openLocalLink } from '../../src/renderer/room/local-link.ts'
import { createRoomClient } from '../../src/renderer/room/room-client.ts'
import type { Conversation, RoomState } from '../../src/renderer/store/state.ts'
import { createStore } from '../../src/renderer/store/store.ts'
import { createCarrierPair } from './transport-pair.ts'

/** The room and its conversation in one, so that tests need not tell them apart. */
export type WindowState = Omit<RoomState, 'conversation'> & Conversation

export function windowState({ conversation, ...room }: RoomState): WindowState {
  return { ...room, ...conversation }
}

interface Options {
  dropFrames?: (frame: Uint8Array) => boolean
  onVoice?: (samples: Int16Array) => void
}

export function openRoomWindow(
  to: Pick<LocalRoom, 'attach'>,
  { dropFrames = () => false, onVoice = () => {} }: Options = {},
) {
  const { get, ...roomStore } = createStore()
  const store = { ...roomStore, get: () => windowState(get()) }
  let transport: Transport | null = null
  const client = createRoomClient({
    openLink(listener) {
      const [ours, theirs] = createCarrierPair()
      transport = theirs
      const lossy: Transport = {
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
  const until = (condition: (state: WindowState) => boolean): Promise<WindowState> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!condition(store.get())) return
        stop()
        resolve(store.get())
      }
      const stop = store.subscribe(check)
      check()
    })
  return { client, store, until, cut: () => transport?.close('The cable was pulled.') }
}

export const isConnected = (state: WindowState): boolean => state.connection.tag === 'connected'
