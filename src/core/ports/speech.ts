// All the agent needs to hear and to speak, and to take words for the names of a workspace.
import type { CodeWordIndex } from '../ears/code-word-index.ts'
import type { Ears } from './ears.ts'
import type { Speaker } from './speaker.ts'

/** What hears and what speaks; either may not be there yet, or be turned off. */
export interface Speech {
  ears(): Ears | null
  speaker(): Speaker | null
  /** How long a pause may be before what was said hands-free counts as finished. */
  patienceMs(): number
  changePace(how: 'faster' | 'slower'): void
  /** What the workspace calls its things. */
  names(): CodeWordIndex
}
