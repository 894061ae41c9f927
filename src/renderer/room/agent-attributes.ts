// The agent's participant attributes as actions.
import { parseJson } from '../../base/parse-json.ts'
import { agentStates } from '../../shared/conversation.ts'
import { speechState, type SpeechState } from '../../shared/wire/speech-state.ts'
import {
  AGENT_ACTIVITY,
  AGENT_STATE,
  RECOGNIZER_STATE,
  VOICE,
  VOICE_STOPPED,
} from '../../shared/wire/transcription.ts'
import type { RoomAction } from '../store/state.ts'

export function agentActions(attributes: Readonly<Record<string, string>>): RoomAction[] {
  const actions: RoomAction[] = []
  const state = agentStates.find((known) => known === attributes[AGENT_STATE])
  if (state) actions.push({ type: 'agent.state.changed', state })
  const recognizer = parseSpeechState(attributes[RECOGNIZER_STATE])
  if (recognizer) actions.push({ type: 'recognizer.changed', recognizer })
  const voice = parseSpeechState(attributes[VOICE])
  if (voice) actions.push({ type: 'voice.changed', voice })
  const mark = attributes[VOICE_STOPPED]
  if (mark !== undefined) actions.push({ type: 'voice.stopped', mark })
  return actions
}

function parseSpeechState(attribute: string | undefined): SpeechState | null {
  const parsed = speechState.safeParse(parseJson(attribute ?? ''))
  return parsed.success ? parsed.data : null
}

/**
 * In a LiveKit room an idle agent has the state "listening", for LiveKit's own frontends. What it really does is in a
 * second attribute, which takes the place of the state here.
 */
export function withActivity(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const activity = attributes[AGENT_ACTIVITY]
  return activity === undefined ? { ...attributes } : { ...attributes, [AGENT_STATE]: activity }
}
