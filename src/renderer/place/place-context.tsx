// Where the conversation takes place and whether a server runs on this computer, for every part of the window that shows it.
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { LocalServerState, RoomStatus } from '../../shared/room-status.ts'
import { useApp } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'

interface Place {
  /** Null until it is known. */
  room: RoomStatus | null
  server: LocalServerState | null
}

const PlaceContext = createContext<Place>({ room: null, server: null })

export const usePlace = (): Place => useContext(PlaceContext)

/** What was asked for once and is told of from then on. */
function useTold<T>(ask: () => Promise<T>, on: (listener: (value: T) => void) => () => void): T | null {
  const report = useReportFault()
  const [value, setValue] = useState<T | null>(null)
  useEffect(() => {
    let told = false
    const stop = on((next) => {
      told = true
      setValue(next)
    })
    ask().then((asked) => {
      // What was told meanwhile is newer.
      if (!told) setValue(asked)
    }, report)
    return () => {
      told = true
      stop()
    }
    // The way to the app is the same for as long as there is a window.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [report])
  return value
}

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
