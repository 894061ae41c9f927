// A modal dialog. The browser keeps the focus inside and restores it afterwards.
import { useEffect, useRef, type ReactNode } from 'react'
import '../styles/dialog.css'

interface Props {
  label: string
  className?: string
  onClose: () => void
  children: ReactNode
}

export function Dialog({ label, className = '', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={label}
      // A click outside closes it, like Escape.
      {...{ closedby: 'any' }}
      onClose={onClose}
    >
      {children}
    </dialog>
  )
}
