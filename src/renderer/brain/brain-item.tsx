// The brain in the status bar: its name and state, and in the popover what the user can choose about it.
import { useActions } from '../actions/window-actions.tsx'
import { StatusItem } from '../status-bar/status-item.tsx'
import '../styles/agents.css'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { WHAT_LEAVES } from '../../shared/model-providers.ts'
import type { BrainView } from '../../shared/brain-status.ts'
import { AgentOptions } from './agent-options.tsx'
import { AgentRules } from './agent-rules.tsx'
import { actsFreely, lastTurnText, unusualMode, usageExplained, usageLong, usedShare } from './agent-text.ts'
import { useBrain, useDetectedBrain } from './brain-context.tsx'
import { OtherAgents } from './other-agents.tsx'

export function BrainItem() {
  const brain = useBrain()
  const detected = useDetectedBrain()
  if (!brain) return null
  const { name, state, fault, place, options } = brain
  const stateText = brain.label ?? (detected && `${detected.title} found`)
  const label = stateText === null ? name : `${name}: ${stateText}`
  const mode = state === 'ready' ? unusualMode(options) : null
  const isConnection = place !== null || state !== 'ready'
  return (
    <StatusItem
      className={`status-brain brain-${state}`}
      label={`Agent: ${label}${mode === null ? '' : ` ${mode}`}`}
      heading={fault ? label : (place ?? name)}
      trigger={
        <>
          {isConnection ? <span className="connection-dot" aria-hidden="true" /> : null}
          <span>{label}</span>{' '}
          {brain.sendsTo === null ? null : (
            <span
              className="agent-sends"
              title={`Your requests and the code the model reads go to ${brain.sendsTo}.`}
            >
              <Icon name="up" size={12} />
              <VisibleText text={brain.sendsTo} kind="line" />
            </span>
          )}{' '}
          {mode === null ? null : (
            <em className={`agent-mode ${actsFreely(options) ? 'agent-mode-free' : ''}`}>{mode}</em>
          )}
        </>
      }
    >
      {(close) => (
        <>
          <AnsweringAgent brain={brain} close={close} />
          <OtherAgents brain={brain} detected={detected} onUsed={close} />
          <AgentSettings close={close} />
        </>
      )}
    </StatusItem>
  )
}

/** The agent that answers now. */
function AnsweringAgent({ brain, close }: { brain: BrainView; close: () => void }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const { name, fault, note, options, usage, rules, title } = brain
  return (
    <>
      {title ? (
        <p className="agent-title">
          <VisibleText text={title} kind="line" />
        </p>
      ) : null}
      {/* With its options below, an agent explains itself. */}
      {fault || options.length === 0 ? (
        <p>{fault ? `${fault.message} ${fault.remedy}` : brain.explanation}</p>
      ) : null}
      {note ? <p>{note}</p> : null}
      {brain.sendsTo === null ? null : (
        <p className="agent-sends-note">
          <strong>
            <VisibleText text={brain.sendsTo} kind="line" />
          </strong>{' '}
          receives {WHAT_LEAVES}.
        </p>
      )}
      {fault ? (
        <Button
          onClick={() => {
            close()
            bridge.request('brain.retry').catch(report)
          }}
        >
          Try again
        </Button>
      ) : null}
      {actsFreely(options) ? (
        <p className="agent-warning">
          <Icon name="error" size={14} />
          <span>In this mode {name} may change files or run commands without asking you.</span>
        </p>
      ) : null}
      <AgentOptions options={options} />
      {usage ? (
        <div className="agent-usage" title={usageExplained(usage)}>
          <span>{usageLong(usage)}</span>
          {usedShare(usage) === null ? null : (
            <meter
              aria-label="How full the agent’s memory is"
              min={0}
              max={1}
              high={0.85}
              optimum={0}
              value={usedShare(usage) ?? 0}
            />
          )}
        </div>
      ) : null}
      {usage?.lastTurn ? <p className="agent-last-turn">{lastTurnText(usage.lastTurn)}</p> : null}
      <AgentRules rules={rules} />
    </>
  )
}

function AgentSettings({ close }: { close: () => void }) {
  const { run } = useActions()
  const goTo = (command: 'agent.connect' | 'settings.open') => () => {
    close()
    run(command)
  }
  return (
    <div className="agent-more">
      <Button look="quiet" icon="plus" onClick={goTo('agent.connect')}>
        Connect another
      </Button>
      <Button look="quiet" icon="gear" onClick={goTo('settings.open')}>
        Agent settings
      </Button>
    </div>
  )
}
