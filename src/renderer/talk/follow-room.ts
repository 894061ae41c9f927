// The changes of the room that matter for talking.
import type { AgentState, ViewAction } from '../../shared/conversation.ts'
import type { RoomStore } from '../app-props.ts'

interface RoomFollower {
  onCommand(action: ViewAction): void
  onAgentReplaced(): void
  onLinked(linked: boolean): void
  onAgentState(state: AgentState): void
  onVoiceStopped(): void
}

/** Calls back with the link and the agent's state now and after every change, with the rest when it happens. */
export function followRoom(store: RoomStore, on: RoomFollower): void {
  let seen = store.get()
  function follow(): void {
    const before = seen
    seen = store.get()
    const { connection, agentState, agentGeneration, voiceStopped, conversation } = seen
    const { viewCommand } = conversation
    if (viewCommand && viewCommand !== before.conversation.viewCommand) on.onCommand(viewCommand.action)
    if (agentGeneration !== before.agentGeneration) on.onAgentReplaced()
    on.onLinked(connection.tag === 'connected')
    on.onAgentState(agentState)
    if (voiceStopped !== before.voiceStopped) on.onVoiceStopped()
  }
  store.subscribe(follow)
  follow()
}
