// One item of the status bar: a short text that opens a popover.
import type { ReactNode } from 'react'
import { Popover } from '../ui/popover.tsx'
import { VisibleText } from '../ui/visible-text.ts'

interface Props {
  className: string
  label: string
  heading: string
  trigger: ReactNode
  children: (close: () => void) => ReactNode
}

export function StatusItem({ className, label, heading, trigger, children }: Props) {
  return (
    <Popover
      side="above"
      className="status-popover"
      label={label}
      title={heading}
      trigger={trigger}
      triggerClass={`status-item ${className}`}
    >
      {(close) => (
        <>
          <h2>
            <VisibleText text={heading} kind="line" />
          </h2>
          {children(close)}
        </>
      )}
    </Popover>
  )
}
