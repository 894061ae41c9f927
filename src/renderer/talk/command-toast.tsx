// A spoken command and what it did: shown for a moment, and announced to screen readers.
import { useEffect, useState } from 'react'
import { useConversation } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'

const SHOWN_MS = 2500
/** An older command is a replay. */
const NEWS_MS = 10_000

export function CommandToast() {
  const control = useConversation((conversation) => conversation.command)
  const [hidden, setHidden] = useState<typeof control>(null)
  useEffect(() => {
    if (!control) return
    const timer = setTimeout(() => setHidden(control), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [control])
  const [opened] = useState(() => Date.now())
  const shown = control && control !== hidden && control.at > opened - NEWS_MS ? control : null
  return (
    <div className="control-toast" role="status">
      {shown ? (
        <p key={shown.at}>
          <Icon name="check" size={14} />
          <q>{shown.phrase}</q> <span aria-hidden="true">→</span> <strong>{shown.done}</strong>
        </p>
      ) : null}
    </div>
  )
}
