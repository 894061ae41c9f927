// The tool calls for a VoiceIDE client, and how long a session waits for their results.
import type { VoiceIdeEventOf, VoiceIdeTool } from '../../../shared/wire/voice-ide.ts'
import type { ToolArguments } from './memory.ts'

/** The call that the turn waits for. */
export interface AwaitedCall {
  readonly event: VoiceIdeEventOf<'toolCall'>
  readonly until: number
}

const LIMIT_MS = 30_000
/** A slow voice, so that no client is cut off. */
const SPEECH_MS_PER_CHARACTER = 100

/** After so many unanswered calls in a row, a session waits no longer, until the client answers one. */
export const MAX_UNANSWERED = 3

export type ToolRequest = {
  [T in VoiceIdeTool]: { name: T; args: ToolArguments[T] }
}[VoiceIdeTool]

export const callOf = (
  envelope: { id: string; timestamp: string },
  { name, args }: ToolRequest,
): VoiceIdeEventOf<'toolCall'> => ({
  ...envelope,
  kind: { toolCall: { callId: `call-${envelope.id}`, name, arguments: JSON.stringify(args) } },
})

export function awaitedUntil({ kind: { toolCall } }: VoiceIdeEventOf<'toolCall'>, now: number): number {
  const speech = toolCall.name === ('tts.speak' satisfies VoiceIdeTool)
  return now + LIMIT_MS + (speech ? toolCall.arguments.length * SPEECH_MS_PER_CHARACTER : 0)
}
