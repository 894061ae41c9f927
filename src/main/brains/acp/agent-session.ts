// A session of a running agent, as the brain uses it. The agent's errors become faults.
import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { AgentSession } from './agent-link.ts'
import type { AgentConnection, OpenedSession } from './connection.ts'

interface Deps {
  connection: AgentConnection
  opened: OpenedSession
  onUpdate: (notification: Parameters<AgentConnection['gate']['receive']>[0]) => void
  /** The fault of a request that failed. `what` follows the agent's name: "refused the mode". */
  faultOf(what: string, error: unknown): Promise<Error>
}

export function createAgentSession({ connection, opened, onUpdate, faultOf }: Deps): AgentSession {
  const { context, gate, agent } = connection
  const { id: sessionId, begun, continues } = opened

  async function attempt<T>(what: string, request: () => Promise<T>): Promise<T> {
    try {
      return await request()
    } catch (error) {
      throw await faultOf(what, error)
    }
  }

  return {
    id: sessionId,
    agent,
    begun,
    continues,
    prompt(prompt) {
      gate.prompted()
      return attempt('answered with an error', () => context.request('session/prompt', { sessionId, prompt }))
    },
    cancel() {
      // The process may have ended meanwhile, and the turn with it.
      context.notify('session/cancel', { sessionId }).catch(() => {})
    },
    async setMode(modeId) {
      await attempt('refused the mode', () => context.request('session/set_mode', { sessionId, modeId }))
    },
    // Gemini CLI tells its models in a field that the protocol does not have any more, and takes a choice of them likewise.
    ...('models' in begun && {
      async setModel(modelId: string) {
        await attempt('refused the model', () => context.request('session/set_model', { sessionId, modelId }))
      },
    }),
    async setConfigOption(configId, value) {
      const isSwitch = begun.configOptions?.find(({ id }) => id === configId)?.type === 'boolean'
      const { configOptions } = await attempt('refused the choice', () =>
        context.request('session/set_config_option', {
          sessionId,
          configId,
          ...(isSwitch ? { type: 'boolean' as const, value: value === 'true' } : { value }),
        }),
      )
      // Its answer tells all options as they are now; some agents tell them nowhere else.
      if (Array.isArray(configOptions)) onUpdate(optionsUpdate(sessionId, configOptions))
    },
  }
}

const optionsUpdate = (sessionId: string, configOptions: SessionConfigOption[]): unknown => ({
  sessionId,
  update: { sessionUpdate: 'config_option_update', configOptions },
})
