// Which keys mean which command, and how keys are written.
import type { CommandTable } from '../../core/commands/command.ts'

export interface KeyPress {
  key: string
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** The id of the command that a key press asks for. */
export function commandForKey<Table extends CommandTable>(
  event: KeyPress,
  table: Table,
  { isTyping, isMac }: { isTyping: boolean; isMac: boolean },
): (keyof Table & string) | undefined {
  return Object.entries(table).find(([, { keys = [] }]) =>
    keys.some((one) => !(isTyping && isTyped(one)) && pressed(event, one, isMac)),
  )?.[0]
}

export function pressed(event: KeyPress, keys: string, isMac: boolean): boolean {
  const parts = keys.split('+').filter((part) => part !== '')
  const wanted = parts.at(-1) ?? ''
  const wants = (name: string): boolean => parts.slice(0, -1).includes(name)
  const mod = wants('Mod')
  if (event.ctrlKey !== (wants('Control') || (mod && !isMac))) return false
  if (event.metaKey !== (mod && isMac)) return false
  if (event.altKey !== wants('Alt')) return false
  const sign = wanted.length === 1 && !/[a-z]/i.test(wanted)
  // Some keyboards need Shift for a sign such as ?, others do not.
  if (!sign && event.shiftKey !== wants('Shift')) return false
  if (event.key.toLowerCase() === wanted.toLowerCase()) return true
  // With Alt, a Mac types another character; the code still names the key.
  return event.altKey && event.code === `Key${wanted.toUpperCase()}`
}

/** A key that a text field uses itself: text, or undoing what was typed. */
export const isTyped = (keys: string): boolean => /^(?:(?:Shift\+)?.|Mod\+(?:Shift\+)?Z)$/.test(keys)

const macNames: Record<string, string> = { Mod: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' }

/** The keys as this computer's keyboard labels them. */
export function keyLabel(keys: string, isMac: boolean): string {
  const parts = keys.split('+')
  if (isMac) return parts.map((part) => macNames[part] ?? part).join('')
  return parts
    .map((part) => (part === 'Mod' || part === 'Control' ? 'Ctrl' : part === 'Escape' ? 'Esc' : part))
    .join('+')
}
