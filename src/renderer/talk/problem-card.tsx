// Why Parley cannot hear the user, what to do about it, and a button if one helps.
import { useApp } from '../store/use-room.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import type { ProblemKind } from './talk-problems.ts'
import { useTalk } from './use-talk.ts'

/** Problems that a retry may solve. */
const AGAIN: ReadonlySet<ProblemKind> = new Set([
  'permission',
  'no_device',
  'busy',
  'failed',
  'unplugged',
  'refused',
])

export function ProblemCard() {
  const { talk } = useApp()
  const problem = useTalk((view) => view.problem)
  if (!problem) return null
  const { kind, message, remedy } = problem
  return (
    <div className="fault talk-trouble" role="alert">
      <span>
        <strong>{message}</strong> {remedy}
      </span>
      <span className="talk-trouble-actions">
        {kind === 'muted' ? (
          <Button onClick={() => talk.send({ type: 'mute.changed', muted: false })}>Unmute</Button>
        ) : null}
        {AGAIN.has(kind) ? <Button onClick={() => talk.send({ type: 'toggled' })}>Try again</Button> : null}
        <IconButton icon="close" label="Dismiss" onClick={() => talk.send({ type: 'problem.dismissed' })} />
      </span>
    </div>
  )
}
