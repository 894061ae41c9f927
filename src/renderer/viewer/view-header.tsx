// The line above every view: what is shown, where it came from, and what can be done with it.
import type { ReactNode } from 'react'
import { inPlainOrder } from '../ui/plain-order.ts'
import { useRoom } from '../store/use-room.tsx'
import { PathName } from './path-name.tsx'

interface Props {
  id: string
  title: string
  detail?: ReactNode
  children?: ReactNode
}

export function ViewHeader({ id, title, detail, children }: Props) {
  const source = useRoom((state) => state.artifacts.find((shown) => shown.artifact.id === id)?.source ?? null)
  return (
    <header className="view-header">
      <h2 className="view-title">
        {/\s/.test(title) ? <span title={title}>{inPlainOrder(title)}</span> : <PathName path={title} />}
      </h2>
      {detail ? <div className="view-detail">{detail}</div> : null}
      {source ? (
        <span className="badge" title={`Asked for by ${source}`}>
          from {source}
        </span>
      ) : null}
      <div className="view-actions">{children}</div>
    </header>
  )
}
