// The tools of this client.
import { parseJson } from '../../base/parse-json.ts'
import type { VoiceIdeTool } from '../../shared/wire/voice-ide.ts'

export interface ToolOutcome {
  result: string | null
  error: string | null
}

const done = (result: object): ToolOutcome => ({ result: JSON.stringify(result), error: null })

/** `note` prints what a user would hear or see. */
export function runTool(name: string, given: string, note: (text: string) => void): ToolOutcome {
  const { text, state, role } = (parseJson(given) ?? {}) as Record<string, unknown>
  switch (name as VoiceIdeTool) {
    case 'tts.speak':
      if (typeof text !== 'string') return { result: null, error: 'The call has no text.' }
      note(`says: ${text}`)
      return done({ spoken: true })
    case 'convo.setState':
      if (typeof state !== 'string') return { result: null, error: 'The call has no state.' }
      note(`is ${state}`)
      return done({ ok: true })
    case 'convo.appendMessage':
      note(`${String(role)} said: ${String(text)}`)
      return done({ ok: true })
    default:
      return { result: null, error: `This client has no tool called ${name.slice(0, 100)}.` }
  }
}

/** The state that a convo.setState call asks for; null for other calls. */
export function stateAskedFor(name: string, given: string): string | null {
  if (name !== ('convo.setState' satisfies VoiceIdeTool)) return null
  const { state } = (parseJson(given) ?? {}) as Record<string, unknown>
  return typeof state === 'string' ? state : null
}
