// One part of the status bar: a word or two, and behind it what they mean.
import type { ReactNode } from 'react'
import { Popover } from '../ui/popover.tsx'

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
          <h2>{heading}</h2>
          {children(close)}
        </>
      )}
    </Popover>
  )
}
