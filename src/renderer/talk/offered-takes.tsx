// Speech that was kept when Parley stopped or could not make it out: sent or let go, as the person says.
import { useState } from 'react'
import type { OfferedTake } from '../store/state.ts'
import { useApp, useRoom } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { whileBusy } from '../ui/while-busy.ts'

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function OfferedTakeCard({ take }: { take: OfferedTake }) {
  const { commands } = useApp()
  const report = useReportFault()
  const [busy, setBusy] = useState(false)
  // The card goes when the agent says so. One that stays, or is offered again, can be answered again.
  const settle = (decision: 'send' | 'discard'): void =>
    void whileBusy(setBusy, () => commands.settleTake(take.takeId, decision), report)
  const seconds = Math.max(1, Math.round(take.durationMs / 1000))
  return (
    <li className="offered-take">
      <h2>
        <Icon name="history" /> You said this before Parley stopped
      </h2>
      {take.text === null ? (
        <p>The words could not be made out. Sending it tries again.</p>
      ) : (
        <blockquote>{take.text}</blockquote>
      )}
      <p className="offered-take-when">
        {clock.format(take.startedAt)}, {seconds === 1 ? 'one second' : `${seconds} seconds`} of speech, kept
        on this computer
      </p>
      <div className="offered-take-actions">
        <Button look="primary" disabled={busy} onClick={() => settle('send')}>
          Send
        </Button>
        <Button disabled={busy} onClick={() => settle('discard')}>
          Let go
        </Button>
      </div>
    </li>
  )
}

export function OfferedTakes() {
  const takes = useRoom((state) => state.offeredTakes)
  if (takes.length === 0) return null
  return (
    <ul className="offered-takes" aria-label="Speech that was kept">
      {takes.map((take) => (
        <OfferedTakeCard key={take.takeId} take={take} />
      ))}
    </ul>
  )
}
