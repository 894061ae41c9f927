// A small panel that opens from a button: closed by Escape, by a click elsewhere, and when the focus leaves it.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import '../styles/popover.css'

interface Props {
  /** What the button says to those who cannot see it. */
  label: string
  title?: string | undefined
  trigger: ReactNode
  triggerClass?: string
  className?: string
  /** Above the button, as in a status bar, or below it. */
  side?: 'above' | 'below'
  children: (close: () => void) => ReactNode
}

export function Popover({
  label,
  title,
  trigger,
  triggerClass = '',
  className = '',
  side = 'below',
  children,
}: Props) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!open) return
    const element = panel.current
    if (element) {
      // Kept inside the window, whichever edge the button is near.
      const over = element.getBoundingClientRect()
      if (over.left < 8) element.style.translate = `${8 - over.left}px 0`
      else if (over.right > innerWidth - 8) element.style.translate = `${innerWidth - 8 - over.right}px 0`
      const first = element.querySelector<HTMLElement>('input, button, a[href], select')
      ;(first ?? element).focus()
    }
    const onPointer = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // Escape also stops the agent; here it means only this panel.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
    const opener = button.current
    window.addEventListener('pointerdown', onPointer, true)
    window.addEventListener('keydown', onKey, true)
    return () => {
      window.removeEventListener('pointerdown', onPointer, true)
      window.removeEventListener('keydown', onKey, true)
      // The focus went with the panel; it goes back to where it came from.
      if (document.activeElement === document.body) opener?.focus()
    }
  }, [open])

  const close = (): void => setOpen(false)
  return (
    <span
      ref={root}
      className="popover-root"
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={triggerClass}
        aria-label={label}
        title={title}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen((now) => !now)}
      >
        {trigger}
      </button>
      {open ? (
        <div
          ref={panel}
          id={id}
          className={`popover popover-${side} ${className}`}
          role="dialog"
          aria-label={title ?? label}
          tabIndex={-1}
        >
          {children(close)}
        </div>
      ) : null}
    </span>
  )
}
