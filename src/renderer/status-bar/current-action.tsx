// The agent's state, what it is doing, and for how long.
import { useEffect, useState } from 'react'
import type { AgentState } from '../../shared/conversation.ts'
import { useActions } from '../actions/window-actions.tsx'
import { useConversation, useRoom } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { StatusItem } from './status-item.tsx'
import { doneText, elapsedText, stateText, statusText } from './status-text.ts'

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span className="elapsed">{elapsedText(since, now)}</span>
}

const explained: Record<AgentState, string> = {
  initializing: 'The agent is starting. You can send what you type as soon as it is ready.',
  idle: 'The agent is waiting for you. Say or type what you want to see or do.',
  listening: 'The agent hears you.',
  thinking:
    'The agent is working on your request. You can stop it, or ask something else, which stops it too.',
  speaking: 'The agent is answering.',
}

export function CurrentAction() {
  const { run } = useActions()
  const agentState = useRoom((state) => state.agentState)
  const status = useConversation((conversation) => conversation.status)
  const asking = useConversation((conversation) => conversation.approvals.length)
  const idle = agentState === 'idle'
  const text = status ? (idle ? doneText : statusText)(status) : ''
  const shown = text !== '' && text !== stateText[agentState]
  const busy = agentState === 'thinking' || agentState === 'speaking'
  return (
    <div className="status-left">
      <StatusItem
        className={`agent-state agent-${agentState}`}
        label={`Agent state: ${asking > 0 ? 'Waiting for you' : stateText[agentState]}`}
        heading={asking > 0 ? 'Waiting for your answer' : stateText[agentState]}
        trigger={
          <>
            <span className="agent-dot" aria-hidden="true" />
            {asking > 0 ? 'Waiting for you' : stateText[agentState]}
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
            {shown ? (
              <p className="popover-path">
                <VisibleText text={text} kind="line" />
              </p>
            ) : null}
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
      {/* Screen readers announce each new state. */}
      <span className="unseen" role="status">
        {asking > 0 ? 'Waiting for your answer' : stateText[agentState]}
      </span>
      {/* "Thinking" is not shown twice. */}
      {shown ? (
        <span className="current-action" title={text}>
          <VisibleText text={text} kind="line" />
        </span>
      ) : null}
      {status && !idle ? <Elapsed key={status.startedAt} since={status.startedAt} /> : null}
    </div>
  )
}
