// The header of every view: its title, its source, and its buttons.
import type { ReactNode } from 'react'
import { VisibleText } from '../ui/visible-text.ts'
import { useConversation } from '../store/use-room.tsx'
import { PathName } from './path-name.tsx'

interface Props {
  id: string
  title: string
  detail?: ReactNode
  children?: ReactNode
}

export function ViewHeader({ id, title, detail, children }: Props) {
  const source = useConversation(
    (conversation) => conversation.artifacts.find((shown) => shown.artifact.id === id)?.source ?? null,
  )
  return (
    <header className="view-header">
      <h2 className="view-title">
        {/\s/.test(title) ? (
          <span title={title}>
            <VisibleText text={title} kind="line" />
          </span>
        ) : (
          <PathName path={title} />
        )}
      </h2>
      {detail ? <div className="view-detail">{detail}</div> : null}
      {source ? (
        <span className="badge" title={`Requested by ${source}`}>
          from {source}
        </span>
      ) : null}
      <div className="view-actions">{children}</div>
    </header>
  )
}
