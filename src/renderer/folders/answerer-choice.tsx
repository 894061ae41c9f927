// Before the first folder is open: who should answer.
import { useState } from 'react'
import { DEFAULT_BRAIN } from '../../shared/brains.ts'
import type { Settings } from '../../shared/settings.ts'
import '../styles/agents.css'
import { ConnectPage } from '../brain/connect-page.tsx'
import { isInstalled, useAgents, versionText } from '../brain/use-agents.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
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
  const [connects, setConnects] = useState(false)
  if (!settings) return null
  // The page is complete without them: while agents are being looked for, and if that fails, it offers none.
  const installed = agents.tag === 'known' ? agents.agents.filter(isInstalled) : []
  const use = (choice: Choice): void => {
    setWanted(choice)
    void whileBusy(setBusy, () => bridge.request('brain.use', choice), report).then(() => setWanted(null))
  }
  const choices = [
    { brain: DEFAULT_BRAIN, agent: null, title: 'Built-in', detail: 'no model, no network, no cost' },
    ...(settings.modelUrl === ''
      ? []
      : [{ brain: 'model', agent: null, title: settings.modelName || 'Model', detail: 'model' }]),
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
      <Button look="quiet" icon="plus" className="answerer-more" onClick={() => setConnects(true)}>
        Connect an agent or a model
      </Button>
      {connects ? <ConnectPage onClose={() => setConnects(false)} /> : null}
    </fieldset>
  )
}
