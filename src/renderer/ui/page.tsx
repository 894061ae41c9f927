// A page over the window with a heading, sections and a close button.
import type { ReactNode } from 'react'
import '../styles/settings.css'
import '../styles/brain.css'
import '../styles/page.css'
import { IconButton } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

export function Page({ title, onClose, children }: Props) {
  return (
    <Dialog label={title} className="settings-page" onClose={onClose}>
      <header className="settings-header">
        <h1>{title}</h1>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div className="settings-scroll page">{children}</div>
    </Dialog>
  )
}

/** As a ref: scrolls an element into view when it appears. */
export function intoView(element: HTMLElement | null): void {
  // Returns nothing: newer browsers return a promise, which React would take for a cleanup function.
  element?.scrollIntoView({ block: 'nearest' })
}
