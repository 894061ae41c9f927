// Why nobody is heard, what to do about it, and a button for it where there is one.
import { useApp } from '../store/use-room.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import type { TroubleKind } from './talk-troubles.ts'
import { useTalk } from './use-talk.ts'

/** Trying again may help with these. */
const AGAIN: ReadonlySet<TroubleKind> = new Set([
  'permission',
  'no_device',
  'busy',
  'failed',
  'unplugged',
  'refused',
])

export function TroubleCard() {
  const { talk } = useApp()
  const trouble = useTalk((view) => view.trouble)
  if (!trouble) return null
  const { kind, message, remedy } = trouble
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
        <IconButton icon="close" label="Dismiss" onClick={() => talk.send({ type: 'trouble.dismissed' })} />
      </span>
    </div>
  )
}
