// The state of the brain, for every part of the window that shows or repairs it.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { BrainView } from '../../shared/brain-status.ts'
import type { DetectedBrain } from '../../shared/ipc.ts'
import { useApp } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'

const BrainContext = createContext<BrainView | null>(null)

/** Null until it is known. */
export const useBrain = (): BrainView | null => useContext(BrainContext)

export function BrainProvider({ children }: { children: ReactNode }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [brain, setBrain] = useState<BrainView | null>(null)
  useEffect(() => {
    let isOutdated = false
    const stop = bridge.on('brain.changed', (next) => {
      isOutdated = true
      setBrain(next)
    })
    bridge.request('brain.status').then((answer) => {
      if (!isOutdated) setBrain(answer)
    }, report)
    return () => {
      isOutdated = true
      stop()
    }
  }, [bridge, report])
  return <BrainContext value={brain}>{children}</BrainContext>
}

/**
 * Another brain that runs on this computer. Looks for one at the start, when the brain changes, and when the user comes
 * back to the window, because brains are started elsewhere.
 */
export function useDetectedBrain(): DetectedBrain | null {
  const { bridge } = useApp()
  const current = useBrain()?.id
  const [detected, setDetected] = useState<DetectedBrain | null>(null)
  useEffect(() => {
    let isGone = false
    const look = (): void => {
      bridge.request('brain.detect').then(
        (found) => {
          if (!isGone) setDetected(found?.id === current ? null : found)
        },
        // The user did not ask for it, so a failure is not reported.
        () => {},
      )
    }
    look()
    window.addEventListener('focus', look)
    return () => {
      isGone = true
      window.removeEventListener('focus', look)
      setDetected(null)
    }
  }, [bridge, current])
  return detected
}
