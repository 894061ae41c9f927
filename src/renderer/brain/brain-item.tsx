// Whoever answers, in the status bar: its name, how it is doing, and behind it what can be done.
import { useEffect, useState } from 'react'
import { useActions } from '../actions/window-actions.tsx'
import { StatusItem } from '../status-bar/status-item.tsx'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { useBrain } from './brain-context.tsx'
import { stateWord } from './brain-words.ts'

/** Looks for a gateway when somebody looks here, and at no other time. */
function FoundGateway({ onUse }: { onUse: () => void }) {
  const { bridge } = useApp()
  const [place, setPlace] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    bridge.request('openclaw.find').then(
      (answer) => {
        if (!gone && answer.found) setPlace(answer.place)
      },
      () => {},
    )
    return () => {
      gone = true
    }
  }, [bridge])
  if (place === null) return null
  return (
    <>
      <p>An OpenClaw gateway is running at {place}.</p>
      <Button look="primary" onClick={onUse}>
        Let OpenClaw answer
      </Button>
    </>
  )
}

export function BrainItem() {
  const { bridge } = useApp()
  const { run } = useActions()
  const { change } = useSettings()
  const report = useReportFault()
  const brain = useBrain()
  if (!brain) return null
  const word = stateWord(brain)
  const words = word === null ? brain.name : `${brain.name}: ${word}`
  const isBuiltin = brain.name === 'Built-in'
  return (
    <StatusItem
      className={`status-brain brain-${brain.state}`}
      label={`Agent: ${words}`}
      heading={brain.fault ? words : (brain.place ?? words)}
      trigger={
        <>
          {isBuiltin ? null : <span className="connection-dot" aria-hidden="true" />}
          <span>{words}</span>
        </>
      }
    >
      {(close) => (
        <>
          {isBuiltin ? (
            <p>
              Answers come from here. The built-in agent works with real tools on your files: no model, no
              network, no cost. It understands a fixed set of requests and says so when it does not.
            </p>
          ) : (
            <p>
              {brain.fault
                ? `${brain.fault.message} ${brain.fault.remedy}`
                : 'Answers come from this gateway and the model it uses. Parley asks it for reading, writing and answering its questions, and for nothing else.'}
            </p>
          )}
          {brain.note ? <p>{brain.note}</p> : null}
          {isBuiltin ? (
            <FoundGateway
              onUse={() => {
                close()
                change({ brain: 'openclaw' })
              }}
            />
          ) : null}
          {brain.fault ? (
            <Button
              onClick={() => {
                close()
                bridge.request('brain.retry').catch(report)
              }}
            >
              Try again
            </Button>
          ) : null}
          <Button
            onClick={() => {
              close()
              run('settings.open')
            }}
          >
            Choose who answers
          </Button>
        </>
      )}
    </StatusItem>
  )
}
