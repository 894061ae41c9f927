// Whether something is for this computer alone or for its network too.
import type { ReactNode } from 'react'

interface Props {
  checked: boolean
  onChange: (checked: boolean) => void
  title: string
  /** What it means. */
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
