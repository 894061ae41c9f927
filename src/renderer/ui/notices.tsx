// One line over the window for failures that have no better place.
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import { faultOf, type Fault } from '../../shared/errors.ts'
import { IconButton } from './button.tsx'

interface How {
  /** Stays until dismissed, for failures that no action of the user caused: the user may not be looking. */
  stays?: boolean
}

type Report = (error: unknown, how?: How) => void

const NoticeContext = createContext<Report>(() => {})

const SHOWN_MS = 10_000

/** Returns a function that shows anything thrown as a notice. */
export function useReportFault(): Report {
  return useContext(NoticeContext)
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<{ fault: Fault; stays: boolean } | null>(null)
  const report = useCallback<Report>(
    (error, { stays = false } = {}) => setNotice({ fault: faultOf(error), stays }),
    [],
  )
  useEffect(() => {
    if (!notice || notice.stays) return
    const timer = setTimeout(() => setNotice(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <NoticeContext value={report}>
      {children}
      <div className="notices" role="alert">
        {notice ? (
          <div className="notice">
            <span>
              <strong>{notice.fault.message}</strong> {notice.fault.remedy}
            </span>
            <IconButton icon="close" label="Dismiss" onClick={() => setNotice(null)} />
          </div>
        ) : null}
      </div>
    </NoticeContext>
  )
}
