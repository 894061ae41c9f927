// The agent's reasoning while it works: one muted line, which the user can expand. Only this component renders for a new
// thought, not the transcript around it.
import { useState } from 'react'
import { useConversation, useRoom } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'

export function ThoughtLine({ turnId }: { turnId: string }) {
  const text = useConversation(({ thought }) => (thought?.turnId === turnId ? thought.text : ''))
  const hasEnded = useConversation(({ timings }) => timings[turnId] !== undefined)
  const isIdle = useRoom(({ agentState }) => agentState === 'idle' || agentState === 'initializing')
  const [open, setOpen] = useState(false)
  if (text === '' || (!open && (hasEnded || isIdle))) return null
  return (
    <button
      type="button"
      className="thought"
      aria-expanded={open}
      title={open ? undefined : 'Show the whole thought'}
      onClick={() => setOpen((now) => !now)}
    >
      <Icon name="chevron" size={11} />
      <span className="unseen">The agent thinks: </span>
      {/* Screen readers read it when the user asks for it, not at every change. */}
      <span className="thought-text" aria-live="off">
        <VisibleText text={open ? text : lastLine(text)} kind="prose" />
      </span>
    </button>
  )
}

/** What the agent thinks now is at the end. */
export function lastLine(text: string): string {
  return (
    text
      .trimEnd()
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? ''
  )
}
