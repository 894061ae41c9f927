// Who answers: a coding agent found here, a model found here, or a provider's model with the user's key.
import { useId } from 'react'
import type { FoundModelServer } from '../../shared/ipc.ts'
import '../styles/agents.css'
import { useApp } from '../store/use-room.tsx'
import { Page } from '../ui/page.tsx'
import { AgentRow, MissingAgents } from './other-agents.tsx'
import { useBrain } from './brain-context.tsx'
import { ModelChoice } from './model-choice.tsx'
import { ProviderForm } from './provider-form.tsx'
import { isInstalled, useAgents, versionText } from './use-agents.ts'
import { useModelServers } from './use-model-servers.ts'

export function ConnectPage({ onClose }: { onClose: () => void }) {
  return (
    <Page title="Who should answer?" onClose={onClose}>
      <AgentsHere onUsed={onClose} />
      <ModelsHere onUsed={onClose} />
      <Provider onUsed={onClose} />
    </Page>
  )
}

interface Props {
  onUsed: () => void
}

function AgentsHere({ onUsed }: Props) {
  const heading = useId()
  const [agents] = useAgents()
  const known = agents.tag === 'known' ? agents.agents : []
  const installed = known.filter(isInstalled)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>A coding agent on this computer</h2>
      {installed.length > 0 ? (
        <ul className="agent-rows">
          {installed.map((agent) => (
            <AgentRow
              key={agent.id}
              title={agent.title}
              detail={versionText(agent)}
              use={agent.inUse ? null : { brain: 'acp', agent: agent.id }}
              onUsed={onUsed}
            />
          ))}
        </ul>
      ) : (
        <p className="setting-note" role="status">
          {agents.tag === 'looking'
            ? 'Looking for coding agents…'
            : 'None was found. Install one, and it appears here.'}
        </p>
      )}
      {installed.length < known.length ? (
        <MissingAgents agents={known.filter((agent) => !isInstalled(agent))} />
      ) : null}
    </section>
  )
}

function ModelsHere({ onUsed }: Props) {
  const heading = useId()
  const { bridge } = useApp()
  const servers = useModelServers(bridge)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>A model on this computer</h2>
      {servers === null || servers.length === 0 ? (
        <p className="setting-note" role="status">
          {servers === null
            ? 'Looking for Ollama, LM Studio and llama.cpp…'
            : 'None was found. Start Ollama, LM Studio or llama.cpp with a model, and it appears here.'}
        </p>
      ) : (
        servers.map((server) => <ServerRow key={server.url} server={server} onUsed={onUsed} />)
      )}
    </section>
  )
}

function ServerRow({ server, onUsed }: { server: FoundModelServer } & Props) {
  return (
    <div className="connect-server">
      <h3>{server.title}</h3>
      <ModelChoice url={server.url} secret={null} models={server.models} onUsed={onUsed} />
    </div>
  )
}

function Provider({ onUsed }: Props) {
  const heading = useId()
  const brain = useBrain()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>A provider, with your key</h2>
      {brain?.sendsTo ? (
        <p className="setting-note">
          {brain.name} at {brain.sendsTo} answers now.
        </p>
      ) : null}
      <ProviderForm onUsed={onUsed} />
    </section>
  )
}
