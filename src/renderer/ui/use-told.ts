// What was asked of the app once and is told of from then on.
import { useEffect, useState } from 'react'
import { useReportFault } from './notices.tsx'

/** Null until it is known. Both functions must mean the same for as long as there is a window. */
export function useTold<T>(
  ask: () => Promise<T>,
  on: (listener: (value: T) => void) => () => void,
): T | null {
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
