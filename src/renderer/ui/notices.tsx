// One line over the window for things that failed where there is no better place to say so.
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import { faultOf, type Fault } from '../../shared/errors.ts'
import { IconButton } from './button.tsx'

const NoticeContext = createContext<(error: unknown) => void>(() => {})

const SHOWN_MS = 10_000

/** Returns a function that shows anything thrown, in words. */
export function useReportFault(): (error: unknown) => void {
  return useContext(NoticeContext)
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [fault, setFault] = useState<Fault | null>(null)
  const report = useCallback((error: unknown) => setFault(faultOf(error)), [])
  useEffect(() => {
    if (!fault) return
    const timer = setTimeout(() => setFault(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [fault])
  return (
    <NoticeContext value={report}>
      {children}
      <div className="notices" role="alert">
        {fault ? (
          <div className="notice">
            <span>
              <strong>{fault.message}</strong> {fault.remedy}
            </span>
            <IconButton icon="close" label="Dismiss" onClick={() => setFault(null)} />
          </div>
        ) : null}
      </div>
    </NoticeContext>
  )
}
