// The brain has been silent for long. It may still work, so the user decides.
import { useEffect, useId, useState } from 'react'
import '../styles/request-card.css'
import '../styles/brain.css'
import { elapsedText } from '../status-bar/status-text.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useBrain } from './brain-context.tsx'

export function SilenceCard() {
  const { commands } = useApp()
  const report = useReportFault()
  const brain = useBrain()
  const since = brain?.quietSince ?? null
  const [dismissed, setDismissed] = useState<number | null>(null)
  const [now, setNow] = useState(() => Date.now())
  const id = useId()
  useEffect(() => {
    if (since === null) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [since])
  if (!brain || since === null || dismissed === since) return null
  return (
    <section className="request-card brain-card" aria-labelledby={id} aria-live="polite">
      <header>
        <Icon name="history" size={16} />
        <h2 id={id}>No news for {elapsedText(since, Math.max(now, since))}</h2>
      </header>
      <p>{brain.name} may still be working. If you stop it, you keep its reply so far.</p>
      <div className="brain-answers">
        <Button
          look="primary"
          onClick={() => {
            commands.interrupt().catch(report)
          }}
        >
          Stop it
        </Button>
        <Button onClick={() => setDismissed(since)}>Keep waiting</Button>
      </div>
    </section>
  )
}
