// Who else could answer: the built-in agent, a gateway that runs here, and every coding agent on this computer.
import { useId, useState } from 'react'
import type { BrainView } from '../../shared/brain-status.ts'
import { DEFAULT_BRAIN } from '../../shared/brains.ts'
import type { DetectedBrain, KnownAgent } from '../../shared/ipc.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { whileBusy } from '../ui/while-busy.ts'
import { isInstalled, useAgents, versionText } from './use-agents.ts'

interface Props {
  brain: BrainView
  detected: DetectedBrain | null
  onUsed: () => void
}

export function OtherAgents({ brain, detected, onUsed }: Props) {
  const [agents, lookAgain] = useAgents()
  const heading = useId()
  const known = agents.tag === 'known' ? agents.agents : []
  const others = known.filter((agent) => isInstalled(agent) && !agent.inUse)
  const missing = known.filter((agent) => !isInstalled(agent))
  return (
    <section className="agent-part" aria-labelledby={heading}>
      <h3 id={heading}>Other agents</h3>
      <ul className="agent-rows">
        {brain.id === DEFAULT_BRAIN ? null : (
          <AgentRow
            title="Built-in"
            detail="no model, no network"
            use={{ brain: DEFAULT_BRAIN }}
            onUsed={onUsed}
          />
        )}
        {detected ? (
          <AgentRow title={detected.title} detail="gateway" use={{ brain: detected.id }} onUsed={onUsed} />
        ) : null}
        {others.map((agent) => (
          <AgentRow
            key={agent.id}
            title={agent.title}
            detail={versionText(agent)}
            use={{ brain: 'acp', agent: agent.id }}
            onUsed={onUsed}
          />
        ))}
      </ul>
      {detected ? (
        <p className="agent-note">
          {detected.title} is running at {detected.place}.
        </p>
      ) : null}
      {agents.tag === 'looking' ? (
        <p className="agent-note" role="status">
          Looking for coding agents on this computer…
        </p>
      ) : null}
      {agents.tag === 'failed' ? (
        <div role="alert">
          <p className="agent-note">
            {agents.fault.message} {agents.fault.remedy}
          </p>
          <Button look="quiet" onClick={lookAgain}>
            Look again
          </Button>
        </div>
      ) : null}
      {agents.tag === 'known' &&
      known.length > 0 &&
      others.length === 0 &&
      !known.some(({ inUse }) => inUse) ? (
        <p className="agent-note">No coding agent was found on this computer.</p>
      ) : null}
      {missing.length > 0 ? <MissingAgents agents={missing} /> : null}
    </section>
  )
}

interface RowProps {
  title: string
  detail: string
  /** Null for the one that answers now. */
  use: { brain: string; agent?: string } | null
  onUsed: () => void
}

export function AgentRow({ title, detail, use, onUsed }: RowProps) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [busy, setBusy] = useState(false)
  const switchTo = async (): Promise<void> => {
    if (use === null) return
    await bridge.request('brain.use', { brain: use.brain, agent: use.agent ?? null })
    onUsed()
  }
  return (
    <li>
      <span className="agent-row-name">
        <VisibleText text={title} kind="line" />{' '}
        <small>
          <VisibleText text={detail} kind="line" />
        </small>
      </span>
      <Button
        disabled={busy || use === null}
        aria-label={use === null ? `${title} answers now` : `Use ${title}`}
        onClick={() => void whileBusy(setBusy, switchTo, report)}
      >
        {use === null ? 'In use' : busy ? 'Switching…' : 'Use'}
      </Button>
    </li>
  )
}

export function MissingAgents({ agents }: { agents: readonly KnownAgent[] }) {
  return (
    <details className="agent-missing">
      <summary>
        <Icon name="chevron" size={12} />
        Not installed ({agents.length})
      </summary>
      <ul>
        {agents.map(({ id, title, install }) => (
          <li key={id}>
            <span>{title}</span>
            <div className="brain-command">
              <code>{install}</code>
              <CopyButton text={install} label={`Copy the command that installs ${title}`} />
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
