// Nothing has been heard of a long piece of work: it may well be going on, so the person decides.
import { useEffect, useId, useState } from 'react'
import '../styles/brain.css'
import { elapsedWords } from '../status-bar/status-words.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useBrain } from './brain-context.tsx'

export function QuietCard() {
  const { commands } = useApp()
  const report = useReportFault()
  const since = useBrain()?.quietSince ?? null
  const [dismissed, setDismissed] = useState<number | null>(null)
  const [now, setNow] = useState(() => Date.now())
  const id = useId()
  useEffect(() => {
    if (since === null) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [since])
  if (since === null || dismissed === since) return null
  return (
    <section className="brain-card" aria-labelledby={id} aria-live="polite">
      <header>
        <Icon name="history" size={16} />
        <h2 id={id}>Nothing heard for {elapsedWords(since, Math.max(now, since))}</h2>
      </header>
      <p>OpenClaw may still be at work. What it has said so far is kept if you stop it.</p>
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
