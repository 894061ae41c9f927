// A spoken command to the app, and what it did: shown for a moment where the eye is, said to those who listen.
import { useEffect, useState } from 'react'
import { useRoom } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'

const SHOWN_MS = 2500
/** What is told again to a window that comes back is not news. */
const NEWS_MS = 10_000

export function ControlToast() {
  const control = useRoom((state) => state.control)
  const [gone, setGone] = useState<typeof control>(null)
  useEffect(() => {
    if (!control) return
    const timer = setTimeout(() => setGone(control), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [control])
  const [opened] = useState(() => Date.now())
  const shown = control && control !== gone && control.at > opened - NEWS_MS ? control : null
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
