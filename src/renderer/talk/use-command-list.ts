// The state of the list of commands: what matches, which entry is active, and what the keys do.
import { useId, useState, type KeyboardEvent } from 'react'
import type { BrainCommand } from '../../shared/brain-status.ts'
import { isModified } from '../ui/keyboard.ts'
import { chosenDraft, isComplete, matchingCommands } from './slash-commands.ts'

interface CommandChoice {
  id: string
  /** Empty while there is nothing to choose. */
  matching: readonly BrainCommand[]
  active: number
  point: (index: number) => void
  pick: (command: BrainCommand) => void
  /** Whether it handled the key. */
  onKey: (event: KeyboardEvent) => boolean
}

export function useCommandList(
  draft: string,
  setDraft: (text: string) => void,
  commands: readonly BrainCommand[],
): CommandChoice {
  const id = useId()
  /** The active entry belongs to this draft; another draft starts at the first. */
  const [place, setPlace] = useState({ draft: '', active: 0 })
  /** The user closed the list for this draft. */
  const [closed, setClosed] = useState<string | null>(null)
  const matching = closed === draft ? [] : matchingCommands(draft, commands)
  const active = place.draft === draft ? Math.min(place.active, Math.max(0, matching.length - 1)) : 0
  const point = (index: number): void => setPlace({ draft, active: index })
  const pick = (command: BrainCommand): void => {
    const next = chosenDraft(command)
    setClosed(next)
    setDraft(next)
  }

  const onKey = (event: KeyboardEvent): boolean => {
    const command = matching[active]
    if (!command || isModified(event) || event.shiftKey) return false
    switch (event.key) {
      case 'ArrowDown':
        point((active + 1) % matching.length)
        break
      case 'ArrowUp':
        point((active - 1 + matching.length) % matching.length)
        break
      case 'Escape':
        setClosed(draft)
        break
      case 'Tab':
        pick(command)
        break
      case 'Enter':
        if (isComplete(draft, command)) return false
        pick(command)
        break
      default:
        return false
    }
    event.preventDefault()
    return true
  }
  return { id, matching, active, point, pick, onKey }
}
