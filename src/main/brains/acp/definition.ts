// The coding agents as one brain: the settings say which of them is started.
import { brainInfos } from '../../../shared/brains.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { BrainDefinition } from '../brain-definition.ts'
import { createAcpBrain } from './acp-brain.ts'
import { chosenAgent } from './agents.ts'
import { listAgents } from './discovery.ts'
import { openAgentLink } from './open-link.ts'
import { openServices } from './services.ts'

/** What the brain has to know of the agent. The link reports settings that name none. */
function described(settings: Settings): { title: string; askingMode: string | null } {
  try {
    return chosenAgent(settings)
  } catch {
    return { title: brainInfos.acp.title, askingMode: null }
  }
}

export const acpBrain: BrainDefinition = {
  ...brainInfos.acp,
  settings: ['acpAgent', 'acpCommand', 'acpEnvironment'],
  needsTrust: true,
  open({ settings, storage, version, clock, newId, onError }) {
    return {
      create({ folder, conversation, tools }) {
        const { title, askingMode } = described(settings())
        return createAcpBrain({
          title,
          askingMode,
          folder,
          tools,
          clock,
          newId,
          openServices: (hooks) => openServices({ hooks, tools, version, clock, newId, onError }),
          openLink: (services, events) =>
            openAgentLink({
              settings,
              folder,
              conversation,
              version,
              storage,
              services,
              events,
              clock,
              random: Math.random,
              onError,
            }),
          onError,
        })
      },
      agents: (folder) => listAgents(settings(), folder),
    }
  },
}
