// A panel that opens from a button. Escape, a click elsewhere or losing the focus closes it.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import '../styles/popover.css'

interface Props {
  /** The button's label for screen readers. */
  label: string
  title?: string | undefined
  trigger: ReactNode
  triggerClass?: string
  className?: string
  /** Above the button, as in a status bar, or below it. */
  side?: 'above' | 'below'
  children: (close: () => void) => ReactNode
}

const EDGE = 8
const GAP = 6

/** Beside its button, on the side with more space, and always inside the window. */
function placePanel(panel: HTMLElement, button: HTMLElement, side: 'above' | 'below'): void {
  const at = button.getBoundingClientRect()
  const { width, height } = panel.getBoundingClientRect()
  const above = at.top - GAP - EDGE
  const below = innerHeight - at.bottom - GAP - EDGE
  const room = side === 'above' ? above : below
  const goesAbove = height <= room ? side === 'above' : above > below
  const left = at.left + width > innerWidth - EDGE ? at.right - width : at.left
  panel.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - EDGE - width))}px`
  panel.style.top = goesAbove ? 'auto' : `${at.bottom + GAP}px`
  panel.style.bottom = goesAbove ? `${innerHeight - at.top + GAP}px` : 'auto'
  panel.style.maxHeight = `${Math.max(above, below)}px`
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
    const place = (): void => {
      if (element && button.current) placePanel(element, button.current, side)
    }
    if (element) {
      // On top of everything: an ancestor of the button may scroll or clip.
      element.showPopover()
      place()
      const first = element.querySelector<HTMLElement>('input, button, a[href], select')
      ;(first ?? element).focus()
    }
    const onPointer = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // Escape also stops the agent; here it only closes this panel.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
    const opener = button.current
    window.addEventListener('pointerdown', onPointer, true)
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('pointerdown', onPointer, true)
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
      // The focus returns to the button.
      if (document.activeElement === document.body) opener?.focus()
    }
  }, [open, side])

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
          className={`popover ${className}`}
          popover="manual"
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
