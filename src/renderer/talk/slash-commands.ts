// Which of the agent's own commands the user may mean while typing one after a slash.
import type { BrainCommand } from '../../shared/brain-status.ts'
import { fuzzyFilter } from '../palette/fuzzy.ts'

const MOST = 50

/** The commands that match what was typed, best first; none unless the text is a slash and the beginning of a name. */
export function matchingCommands(draft: string, commands: readonly BrainCommand[]): BrainCommand[] {
  const typed = /^\/(\S*)$/.exec(draft)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  const starting = commands.filter(({ name }) => name.toLowerCase().startsWith(typed))
  const rest = commands.filter((command) => !starting.includes(command))
  return [...starting, ...(typed === '' ? [] : fuzzyFilter(typed, rest, ({ name }) => name))].slice(0, MOST)
}

/** The draft after the user chose a command; a command that takes more ends with a space. */
export const chosenDraft = ({ name, hint }: BrainCommand): string => `/${name}${hint === null ? '' : ' '}`

/** Whether the draft is the whole command, so that Enter sends it. */
export const isComplete = (draft: string, { name }: BrainCommand): boolean =>
  draft.toLowerCase() === `/${name.toLowerCase()}`
