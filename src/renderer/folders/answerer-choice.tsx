// Before the first folder is open: who should answer. Nothing to choose while no coding agent is installed.
import { useState } from 'react'
import { DEFAULT_BRAIN } from '../../shared/brains.ts'
import type { KnownAgent } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'
import '../styles/agents.css'
import { isInstalled, useAgents, versionText } from '../brain/use-agents.ts'
import { useApp } from '../store/use-room.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { whileBusy } from '../ui/while-busy.ts'

interface Choice {
  brain: string
  agent: string | null
}

const isChosen = (settings: Settings, { brain, agent }: Choice): boolean =>
  settings.brain === brain && (agent === null || settings.acpAgent === agent)

export function AnswererChoice() {
  const { bridge } = useApp()
  const report = useReportFault()
  const { settings } = useSettings()
  const [agents] = useAgents()
  const [wanted, setWanted] = useState<Choice | null>(null)
  const [busy, setBusy] = useState(false)
  // The page is complete without it: while agents are being looked for, and if that fails, it offers nothing.
  if (agents.tag !== 'known' || !settings) return null
  const installed = agents.agents.filter(isInstalled)
  if (installed.length === 0) return <InstallHint agents={agents.agents} />
  const use = (choice: Choice): void => {
    setWanted(choice)
    void whileBusy(setBusy, () => bridge.request('brain.use', choice), report).then(() => setWanted(null))
  }
  const choices = [
    { brain: DEFAULT_BRAIN, agent: null, title: 'Built-in', detail: 'no model, no network, no cost' },
    ...installed.map((agent) => ({
      brain: 'acp',
      agent: agent.id,
      title: agent.title,
      detail: versionText(agent),
    })),
  ]
  return (
    <fieldset className="answerer-choice">
      <legend>Who should answer?</legend>
      <div className="answerers">
        {choices.map(({ title, detail, ...choice }) => (
          <label key={`${choice.brain} ${choice.agent}`} className="answerer">
            <input
              type="radio"
              name="answerer"
              disabled={busy}
              checked={
                wanted
                  ? wanted.brain === choice.brain && wanted.agent === choice.agent
                  : isChosen(settings, choice)
              }
              onChange={() => use(choice)}
            />
            <span>
              {title} <small>{detail}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const someOf = new Intl.ListFormat('en', { type: 'disjunction' })

function InstallHint({ agents }: { agents: readonly KnownAgent[] }) {
  const [first, ...others] = agents
  if (!first) return null
  const names = [first, ...others].slice(0, 3).map(({ title }) => title)
  return (
    <div className="answerer-hint">
      <p>
        The built-in agent answers. A coding agent such as {someOf.format(names)} can too, once it is
        installed: <code>{first.install}</code>
      </p>
      <CopyButton text={first.install} label="Copy the command" />
    </div>
  )
}
