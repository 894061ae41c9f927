// A checkbox that opens something to the network.
import type { ReactNode } from 'react'

interface Props {
  checked: boolean
  onChange: (checked: boolean) => void
  title: string
  /** The explanation. */
  children: ReactNode
}

export function NetworkChoice({ checked, onChange, title, children }: Props) {
  return (
    <label className="network-choice">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {title}
        <small>{children}</small>
      </span>
    </label>
  )
}
