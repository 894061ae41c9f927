// Takes that Parley stored when it stopped or could not transcribe them: the user sends or discards each.
import { useState } from 'react'
import type { OfferedTake } from '../store/state.ts'
import { useApp, useConversation } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { whileBusy } from '../ui/while-busy.ts'

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function OfferedTakeCard({ take }: { take: OfferedTake }) {
  const { commands } = useApp()
  const report = useReportFault()
  const [busy, setBusy] = useState(false)
  // The card disappears when the agent settles the take. One that stays can be answered again.
  const settle = (decision: 'send' | 'discard'): void =>
    void whileBusy(setBusy, () => commands.settleTake(take.takeId, decision), report)
  const seconds = Math.max(1, Math.round(take.durationMs / 1000))
  return (
    <li className="offered-take">
      <h2>
        <Icon name="history" /> Parley stopped before it could handle this
      </h2>
      {take.text === null ? (
        <p>Parley could not transcribe it. “Send” tries again.</p>
      ) : (
        <blockquote>{take.text}</blockquote>
      )}
      <p className="offered-take-when">
        {clock.format(take.startedAt)}, {seconds === 1 ? 'one second' : `${seconds} seconds`} of speech,
        stored on this computer
      </p>
      <div className="offered-take-actions">
        <Button look="primary" disabled={busy} onClick={() => settle('send')}>
          Send
        </Button>
        <Button disabled={busy} onClick={() => settle('discard')}>
          Discard
        </Button>
      </div>
    </li>
  )
}

export function OfferedTakes() {
  const takes = useConversation((conversation) => conversation.offeredTakes)
  if (takes.length === 0) return null
  return (
    <ul className="offered-takes" aria-label="Stored speech">
      {takes.map((take) => (
        <OfferedTakeCard key={take.takeId} take={take} />
      ))}
    </ul>
  )
}
