// A dialog over the window. The browser keeps the focus inside it and gives it back afterwards.
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
      // A click beside it closes it, as Escape does.
      {...{ closedby: 'any' }}
      onClose={onClose}
    >
      {children}
    </dialog>
  )
}
