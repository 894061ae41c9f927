// Every action of the window and the keys for it, in one table: the palette lists it, the keyboard follows it.
// Keys are written as they are shown. Mod is Command on a Mac and Control elsewhere. A single letter works only where
// nobody is typing.

export const actionTable = {
  'palette.open': { title: 'All commands', keys: ['Mod+Shift+P', 'Mod+K'], group: 'Window' },
  'shortcuts.open': { title: 'Keyboard shortcuts', keys: ['?'], group: 'Window' },
  'settings.open': { title: 'Settings', keys: ['Mod+,'], group: 'Window' },
  'room.open': { title: 'Room: who is there, invitations, a server', keys: [], group: 'Window' },
  'devices.open': { title: 'Devices: who is connected, pairing', keys: [], group: 'Window' },
  'about.open': { title: 'About Parley, and the licences of its parts', keys: [], group: 'Window' },
  'diagnostics.copy': { title: 'Copy diagnostics, without secrets or words', keys: [], group: 'Window' },
  'folder.open': { title: 'Open another folder', keys: ['Mod+O'], group: 'Window' },
  'composer.focus': { title: 'Go to the text box', keys: ['/'], group: 'Window' },
  'pane.next': { title: 'Go to the next part of the window', keys: ['F6'], group: 'Window' },
  'turn.interrupt': { title: 'Stop the agent, or drop what was said', keys: ['Escape'], group: 'Window' },
  'approval.allow': { title: 'Allow what the agent asks for', keys: ['Mod+Enter'], group: 'Window' },
  'talk.toggle': { title: 'Talk, or send what was said', keys: ['Space'], group: 'Talking' },
  'talk.hands_free': { title: 'Talk hands-free, or with a key again', keys: ['Alt+H'], group: 'Talking' },
  'microphone.mute': { title: 'Mute or unmute the microphone', keys: ['M', 'Alt+M'], group: 'Talking' },
  'reply.repeat': { title: 'Hear the last reply again', keys: [], group: 'Talking' },
  'times.copy': { title: 'Copy where the time of each turn went, as JSON', keys: [], group: 'Talking' },
  'theme.next': { title: 'Change the theme', keys: [], group: 'Window' },
  'contrast.toggle': { title: 'Turn high contrast on or off', keys: [], group: 'Window' },
  'history.open': { title: 'Everything shown in this session', keys: ['Mod+Shift+H'], group: 'Tabs' },
  'tab.next': { title: 'Next tab', keys: ['Control+PageDown', ']'], group: 'Tabs' },
  'tab.previous': { title: 'Previous tab', keys: ['Control+PageUp', '['], group: 'Tabs' },
  'tab.close': { title: 'Close the tab', keys: ['Alt+W'], group: 'Tabs' },
  'tab.close_others': { title: 'Close the other tabs', keys: [], group: 'Tabs' },
  'tab.reopen': { title: 'Reopen the tab closed last', keys: ['Mod+Shift+T', 'Alt+Shift+W'], group: 'Tabs' },
  'tab.back': { title: 'Back to what was in front before', keys: ['Alt+B'], group: 'Tabs' },
  'tab.pin': { title: 'Pin or unpin the tab', keys: ['Alt+P'], group: 'Tabs' },
  'tab.left': { title: 'Move the tab to the left', keys: ['Control+Shift+PageUp'], group: 'Tabs' },
  'tab.right': { title: 'Move the tab to the right', keys: ['Control+Shift+PageDown'], group: 'Tabs' },
  'hunk.next': { title: 'Next hunk', keys: ['J', 'N', 'F7'], group: 'Changes' },
  'hunk.previous': { title: 'Previous hunk', keys: ['K', 'P', 'Shift+F7'], group: 'Changes' },
  'file.next': { title: 'Next file', keys: ['Shift+J', 'Shift+N'], group: 'Changes' },
  'file.previous': { title: 'Previous file', keys: ['Shift+K', 'Shift+P'], group: 'Changes' },
  'hunk.keep': { title: 'Keep the hunk', keys: ['Y'], group: 'Changes' },
  'hunk.revert': { title: 'Revert the hunk', keys: ['R'], group: 'Changes' },
  'layout.toggle': { title: 'Side by side or one column', keys: [], group: 'Changes' },
  'preview.toggle': { title: 'Show or hide the preview of search results', keys: [], group: 'Search' },
} as const satisfies Record<string, { title: string; keys: readonly string[]; group: string }>

export type ActionId = keyof typeof actionTable
export const actionIds = Object.keys(actionTable) as ActionId[]

export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** With Alt, a Mac types another sign; the key itself is told by its code. */
export function pressed(event: KeyPress & { code?: string }, keys: string, mac: boolean): boolean {
  const parts = keys.split('+').filter((part) => part !== '')
  const wanted = parts.at(-1) ?? ''
  const wants = (name: string): boolean => parts.slice(0, -1).includes(name)
  const mod = wants('Mod')
  if (event.ctrlKey !== (wants('Control') || (mod && !mac))) return false
  if (event.metaKey !== (mod && mac)) return false
  if (event.altKey !== wants('Alt')) return false
  const sign = wanted.length === 1 && !/[a-z]/i.test(wanted)
  // A sign such as ? is typed with Shift on some keyboards and without on others.
  if (!sign && event.shiftKey !== wants('Shift')) return false
  if (event.key.toLowerCase() === wanted.toLowerCase()) return true
  return event.altKey && event.code === `Key${wanted.toUpperCase()}`
}

/** A key without Control, Command or Alt, which someone who types means as text. */
export const isTyped = (keys: string): boolean => /^(?:Shift\+)?.$/.test(keys)

const macNames: Record<string, string> = { Mod: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' }

/** The keys as they are written on the keyboard in front of the person. */
export function keyWords(keys: string, mac: boolean): string {
  const parts = keys.split('+')
  if (mac) return parts.map((part) => macNames[part] ?? part).join('')
  return parts
    .map((part) => (part === 'Mod' || part === 'Control' ? 'Ctrl' : part === 'Escape' ? 'Esc' : part))
    .join('+')
}
