// A value that the window requests once and then receives with events.
import { useEffect, useState } from 'react'
import { useReportFault } from './notices.tsx'

/** Null until known. Both functions must mean the same in every render. */
export function usePushed<T>(
  load: () => Promise<T>,
  on: (listener: (value: T) => void) => () => void,
): T | null {
  const report = useReportFault()
  const [value, setValue] = useState<T | null>(null)
  useEffect(() => {
    let isKnown = false
    const stop = on((next) => {
      isKnown = true
      setValue(next)
    })
    load().then((loaded) => {
      // An event that arrived meanwhile is newer.
      if (!isKnown) setValue(loaded)
    }, report)
    return () => {
      isKnown = true
      stop()
    }
    // The bridge never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [report])
  return value
}
