// Where the conversation takes place and whether a server runs on this computer, for every part of the window that shows it.
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { LocalServerState, RoomStatus } from '../../shared/room-status.ts'
import { useApp } from '../store/use-room.tsx'
import { useTold } from '../ui/use-told.ts'

interface Place {
  /** Null until it is known. */
  room: RoomStatus | null
  server: LocalServerState | null
}

const PlaceContext = createContext<Place>({ room: null, server: null })

export const usePlace = (): Place => useContext(PlaceContext)

export function PlaceProvider({ children }: { children: ReactNode }) {
  const { bridge } = useApp()
  const room = useTold(
    () => bridge.request('room.status'),
    (listener) => bridge.on('room.changed', listener),
  )
  const server = useTold(
    () => bridge.request('livekit.server'),
    (listener) => bridge.on('livekit.server.changed', listener),
  )
  const place = useMemo(() => ({ room, server }), [room, server])
  return <PlaceContext value={place}>{children}</PlaceContext>
}
