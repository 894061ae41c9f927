// Whoever answers, in the status bar: its name, how it is doing, and behind it what can be done.
import { useActions } from '../actions/window-actions.tsx'
import { StatusItem } from '../status-bar/status-item.tsx'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { useBrain } from './brain-context.tsx'
import { stateWord } from './brain-words.ts'
import { useFoundGateway } from './use-found-gateway.ts'

export function BrainItem() {
  const { bridge } = useApp()
  const { run } = useActions()
  const { change } = useSettings()
  const report = useReportFault()
  const brain = useBrain()
  const isBuiltin = brain?.name === 'Built-in'
  const found = useFoundGateway(isBuiltin)
  if (!brain) return null
  const word = found === null ? stateWord(brain) : 'OpenClaw found'
  const words = word === null ? brain.name : `${brain.name}: ${word}`
  return (
    <StatusItem
      className={`status-brain brain-${brain.state}`}
      label={`Agent: ${words}`}
      heading={brain.fault ? words : (brain.place ?? brain.name)}
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
                : 'Answers come from this gateway and the model it uses. Parley asks it for reading, writing and answering its questions; and once for each folder, with the gateway’s own token and for that request alone, for an administrator’s right, so that it works in the folder that is open.'}
            </p>
          )}
          {brain.note ? <p>{brain.note}</p> : null}
          {found === null ? null : (
            <>
              <p>An OpenClaw gateway is running at {found}.</p>
              <Button
                look="primary"
                onClick={() => {
                  close()
                  change({ brain: 'openclaw' })
                }}
              >
                Let OpenClaw answer
              </Button>
            </>
          )}
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
