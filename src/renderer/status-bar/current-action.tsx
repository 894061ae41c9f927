// The agent's state, and what it is busy with since when.
import { useEffect, useState } from 'react'
import { useRoom } from '../store/use-room.tsx'
import { doneWords, elapsedWords, stateWords, statusWords } from './status-words.ts'

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span className="elapsed">{elapsedWords(since, now)}</span>
}

export function CurrentAction() {
  const agentState = useRoom((state) => state.agentState)
  const status = useRoom((state) => state.status)
  const idle = agentState === 'idle'
  const words = status ? (idle ? doneWords : statusWords)(status) : ''
  return (
    <div className="status-left">
      <span className={`agent-state agent-${agentState}`} role="status" aria-label="Agent state">
        <span className="agent-dot" aria-hidden="true" />
        {stateWords[agentState]}
      </span>
      {/* "Thinking" next to "Thinking" would say nothing. */}
      {words !== '' && words !== stateWords[agentState] ? (
        <span className="current-action" title={words}>
          {words}
        </span>
      ) : null}
      {status && !idle ? <Elapsed key={status.startedAt} since={status.startedAt} /> : null}
    </div>
  )
}
