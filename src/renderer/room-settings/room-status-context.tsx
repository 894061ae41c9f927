// The agent's room and the LiveKit server of this computer, for every part of the window that shows them.
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { LocalServerState, RoomStatus } from '../../shared/room-status.ts'
import { useApp } from '../store/use-room.tsx'
import { usePushed } from '../ui/use-pushed.ts'

interface RoomStatuses {
  /** Null until known. */
  room: RoomStatus | null
  server: LocalServerState | null
}

const RoomStatusContext = createContext<RoomStatuses>({ room: null, server: null })

export const useRoomStatus = (): RoomStatuses => useContext(RoomStatusContext)

export function RoomStatusProvider({ children }: { children: ReactNode }) {
  const { bridge } = useApp()
  const room = usePushed(
    () => bridge.request('room.status'),
    (listener) => bridge.on('room.changed', listener),
  )
  const server = usePushed(
    () => bridge.request('livekit.server'),
    (listener) => bridge.on('livekit.server.changed', listener),
  )
  const statuses = useMemo(() => ({ room, server }), [room, server])
  return <RoomStatusContext value={statuses}>{children}</RoomStatusContext>
}
