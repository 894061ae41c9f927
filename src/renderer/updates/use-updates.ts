import { useEffect, useState } from 'react'
import type { UpdateStatus } from '../../shared/update-status.ts'
import { useApp } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'

/** How it stands with newer versions; null until that is known. */
export function useUpdates(): UpdateStatus | null {
  const { bridge } = useApp()
  const report = useReportFault()
  const [status, setStatus] = useState<UpdateStatus | null>(null)
  useEffect(() => {
    let told = false
    const stop = bridge.on('app.updates.changed', (next) => {
      told = true
      setStatus(next)
    })
    bridge.request('app.updates').then((asked) => {
      // What was told meanwhile is newer.
      if (!told) setStatus(asked)
    }, report)
    return () => {
      told = true
      stop()
    }
  }, [bridge, report])
  return status
}
