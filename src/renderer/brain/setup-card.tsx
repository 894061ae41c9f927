// Stands above the text box while whoever answers needs something of the person: to be started, a token, to be approved.
import { useId } from 'react'
import '../styles/brain.css'
import { useActions } from '../actions/window-actions.tsx'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { useBrain } from './brain-context.tsx'
import { remedyCommand, setupHeading } from './brain-words.ts'
import { TokenForm } from './token-form.tsx'

export function SetupCard() {
  const { bridge } = useApp()
  const { run } = useActions()
  const { change } = useSettings()
  const report = useReportFault()
  const brain = useBrain()
  const id = useId()
  const heading = brain && setupHeading(brain)
  if (!brain?.fault || heading === null) return null
  const command = remedyCommand(brain)
  const wantsToken = brain.fault.code === 'gateway_token'
  return (
    <section className="brain-card" aria-labelledby={id}>
      <header>
        <Icon name="error" size={16} />
        <h2 id={id}>{heading}</h2>
      </header>
      <p>
        {brain.fault.message} {brain.fault.remedy}
      </p>
      {command ? (
        <div className="brain-command">
          <code>{command}</code>
          <CopyButton text={command} label="Copy the command" />
        </div>
      ) : null}
      {wantsToken ? <TokenForm label="Token of the gateway" onSet={() => {}} /> : null}
      <div className="brain-answers">
        <Button
          look={wantsToken ? 'plain' : 'primary'}
          onClick={() => {
            bridge.request('brain.retry').catch(report)
          }}
        >
          Try again
        </Button>
        <Button onClick={() => run('settings.open')}>Settings</Button>
        <Button look="quiet" onClick={() => change({ brain: 'builtin' })}>
          Use the built-in agent
        </Button>
      </div>
    </section>
  )
}
