// What the palette offers about agents: to let another one answer, and to choose another mode or model.
import { DEFAULT_BRAIN } from '../../shared/brains.ts'
import { optionEntries } from '../brain/agent-text.ts'
import { useBrain } from '../brain/brain-context.tsx'
import { isInstalled, useAgents, versionText } from '../brain/use-agents.ts'
import { useApp } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'

interface AgentEntry {
  id: string
  title: string
  detail: string | null
  pick: () => void
}

export function useAgentEntries(): AgentEntry[] {
  const { bridge } = useApp()
  const report = useReportFault()
  const brain = useBrain()
  const [agents] = useAgents()
  if (!brain) return []
  const use = (to: string, agent: string | null) => (): void => {
    bridge.request('brain.use', { brain: to, agent }).catch(report)
  }
  const builtIn = {
    id: 'use builtin',
    title: 'Use the built-in agent',
    detail: null,
    pick: use(DEFAULT_BRAIN, null),
  }
  const others = (agents.tag === 'known' ? agents.agents : [])
    .filter((agent) => isInstalled(agent) && !agent.inUse)
    .map((agent) => ({
      id: `use ${agent.id}`,
      title: `Use ${agent.title}`,
      detail: versionText(agent),
      pick: use('acp', agent.id),
    }))
  const options = optionEntries(brain).map(({ id, option, value, title, description }) => ({
    id,
    title,
    detail: description,
    pick: () => {
      bridge.request('brain.option.set', { option, value }).catch(report)
    },
  }))
  return [...options, ...(brain.id === DEFAULT_BRAIN ? [] : [builtIn]), ...others]
}
