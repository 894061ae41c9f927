// The agent's state, and what it is busy with since when.
import { useEffect, useState } from 'react'
import type { AgentState } from '../../shared/conversation.ts'
import { useActions } from '../actions/window-actions.tsx'
import { useRoom } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { StatusItem } from './status-item.tsx'
import { doneWords, elapsedWords, stateWords, statusWords } from './status-words.ts'

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span className="elapsed">{elapsedWords(since, now)}</span>
}

const explained: Record<AgentState, string> = {
  initializing:
    'The agent is being started. This takes a moment; what you type can be sent as soon as it is ready.',
  idle: 'The agent waits for you. Say or type what you want to see or have done.',
  listening: 'The agent hears you.',
  thinking: 'The agent works on what you asked. You can stop it, or ask something else, which stops it too.',
  speaking: 'The agent answers.',
}

export function CurrentAction() {
  const { run } = useActions()
  const agentState = useRoom((state) => state.agentState)
  const status = useRoom((state) => state.status)
  const asking = useRoom((state) => state.approvals.length)
  const idle = agentState === 'idle'
  const words = status ? (idle ? doneWords : statusWords)(status) : ''
  const shown = words !== '' && words !== stateWords[agentState]
  const busy = agentState === 'thinking' || agentState === 'speaking'
  return (
    <div className="status-left">
      <StatusItem
        className={`agent-state agent-${agentState}`}
        label={`Agent state: ${asking > 0 ? 'Waiting for you' : stateWords[agentState]}`}
        heading={asking > 0 ? 'Waiting for your answer' : stateWords[agentState]}
        trigger={
          <>
            <span className="agent-dot" aria-hidden="true" />
            {asking > 0 ? 'Waiting for you' : stateWords[agentState]}
          </>
        }
      >
        {(close) => (
          <>
            <p>
              {asking > 0
                ? 'The agent asks before it changes or runs something. Answer the card above the text box.'
                : explained[agentState]}
            </p>
            {shown ? <p className="popover-path">{words}</p> : null}
            {busy ? (
              <Button
                icon="stop"
                onClick={() => {
                  close()
                  run('turn.interrupt')
                }}
              >
                Stop
              </Button>
            ) : null}
          </>
        )}
      </StatusItem>
      {/* For those who listen to the window: the state, whenever it changes. */}
      <span className="unseen" role="status">
        {asking > 0 ? 'Waiting for your answer' : stateWords[agentState]}
      </span>
      {/* "Thinking" next to "Thinking" would say nothing. */}
      {shown ? (
        <span className="current-action" title={words}>
          {words}
        </span>
      ) : null}
      {status && !idle ? <Elapsed key={status.startedAt} since={status.startedAt} /> : null}
    </div>
  )
}
