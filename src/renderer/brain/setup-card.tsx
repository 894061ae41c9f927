// A card above the text box while the brain needs something from the user: to be started, a token, an approval.
import { useId } from 'react'
import type { SetupCard } from '../../shared/brain-status.ts'
import { brainInfos, DEFAULT_BRAIN } from '../../shared/brains.ts'
import '../styles/request-card.css'
import '../styles/brain.css'
import { useActions } from '../actions/window-actions.tsx'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { useBrain } from './brain-context.tsx'
import { SignIn } from './sign-in.tsx'
import { TokenForm } from './token-form.tsx'

export function BrainSetup() {
  const { bridge } = useApp()
  const { run } = useActions()
  const { change } = useSettings()
  const report = useReportFault()
  const brain = useBrain()
  if (!brain?.setup) return null
  return (
    <SetupCardView
      card={brain.setup}
      onSecret={(secret) => bridge.request('brain.secret.set', { brain: brain.id, secret })}
      onSignIn={(method) => bridge.request('brain.signin', { method })}
      onRetry={() => void bridge.request('brain.retry').catch(report)}
      onSettings={() => run('settings.open')}
      onConnect={() => run('agent.connect')}
      onDefault={() => change({ brain: DEFAULT_BRAIN })}
    />
  )
}

interface Props {
  card: SetupCard
  onSecret(secret: string): Promise<unknown>
  onSignIn(method: string): Promise<unknown>
  onRetry(): void
  onSettings(): void
  /** The user connects another agent or model. */
  onConnect(): void
  /** The user prefers the default brain. */
  onDefault(): void
}

export function SetupCardView({
  card,
  onSecret,
  onSignIn,
  onRetry,
  onSettings,
  onConnect,
  onDefault,
}: Props) {
  const headingId = useId()
  const { heading, explanation, command, secretLabel, signIn = [], connects = false } = card
  const hasForm = secretLabel !== null || signIn.length > 0
  return (
    <section className="request-card brain-card" aria-labelledby={headingId}>
      <header>
        <Icon name="error" size={16} />
        <h2 id={headingId}>{heading}</h2>
      </header>
      <p>{explanation}</p>
      {command === null ? null : (
        <div className="brain-command">
          <code>{command}</code>
          <CopyButton text={command} label="Copy the command" />
        </div>
      )}
      {secretLabel === null ? null : <TokenForm label={secretLabel} save={onSecret} />}
      {signIn.length === 0 ? null : <SignIn methods={signIn} onSignIn={onSignIn} />}
      <div className="brain-answers">
        {connects ? (
          <Button look={hasForm ? 'plain' : 'primary'} onClick={onConnect}>
            Connect…
          </Button>
        ) : null}
        <Button look={hasForm || connects ? 'plain' : 'primary'} onClick={onRetry}>
          Try again
        </Button>
        <Button onClick={onSettings}>Settings</Button>
        <Button look="quiet" onClick={onDefault}>
          {`Use ${inSentence(brainInfos[DEFAULT_BRAIN].choice)}`}
        </Button>
      </div>
    </section>
  )
}

const inSentence = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`
