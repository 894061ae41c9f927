// How whoever answers is doing, for every part of the window that shows or mends it.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { BrainStatus } from '../../shared/brain-status.ts'
import { useApp } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'

const BrainContext = createContext<BrainStatus | null>(null)

/** Null until it is known. */
export const useBrain = (): BrainStatus | null => useContext(BrainContext)

export function BrainProvider({ children }: { children: ReactNode }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [status, setStatus] = useState<BrainStatus | null>(null)
  useEffect(() => {
    let heard = false
    const stop = bridge.on('brain.changed', (next) => {
      heard = true
      setStatus(next)
    })
    bridge.request('brain.status').then((asked) => {
      // What was told meanwhile is newer.
      if (!heard) setStatus(asked)
    }, report)
    return () => {
      heard = true
      stop()
    }
  }, [bridge, report])
  return <BrainContext value={status}>{children}</BrainContext>
}
