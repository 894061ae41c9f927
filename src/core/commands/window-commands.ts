// Commands about the window as a whole.
import { openOverlay, requestView, runInWindow, type CommandTable } from './command.ts'

const FOLDER = '(folder|workspace|project|repository|repo|codebase|directory)'

export const windowCommands = {
  'palette.open': {
    title: 'All commands',
    keys: ['Mod+Shift+P', 'Mod+K'],
    palette: 'Window',
    action: openOverlay('palette'),
  },
  'shortcuts.open': {
    title: 'Keyboard shortcuts',
    keys: ['?'],
    palette: 'Window',
    action: openOverlay('shortcuts'),
  },
  'settings.open': { title: 'Settings', keys: ['Mod+,'], palette: 'Window', action: openOverlay('settings') },
  'room.open': {
    title: 'Room: participants, invitations, server',
    palette: 'Window',
    action: openOverlay('room'),
  },
  'devices.open': {
    title: 'Devices: connections and pairing',
    palette: 'Window',
    action: openOverlay('devices'),
  },
  'about.open': {
    title: 'About Parley, with third-party licences',
    palette: 'Window',
    action: openOverlay('about'),
  },
  'diagnostics.copy': {
    title: 'Copy diagnostics, without secrets or transcripts',
    palette: 'Window',
    action: runInWindow,
  },
  'folder.open': {
    title: 'Open folder',
    keys: ['Mod+O'],
    palette: 'Window',
    menu: 'File',
    action: openOverlay('folders'),
  },
  'folder.trust': {
    title: 'Trust this folder, or stop trusting it',
    palette: 'Window',
    phrases: [
      `[i|we|do not|don't|stop] (trust|trusting) (this|the|my) [open] ${FOLDER}`,
      `(untrust|distrust|restrict) (this|the) ${FOLDER}`,
    ],
    action: requestView('folder.trust'),
    asksFirst: true,
  },
  'composer.focus': { title: 'Go to the text box', keys: ['/'], palette: 'Window', action: runInWindow },
  'pane.next': {
    title: 'Go to the next part of the window',
    keys: ['F6'],
    palette: 'Window',
    action: runInWindow,
  },
  'approval.allow': {
    title: 'Approve the first request',
    keys: ['Mod+Enter'],
    palette: 'Window',
    action: runInWindow,
  },
  'theme.next': {
    title: 'Change the theme',
    palette: 'Window',
    action: { type: 'setting.next', key: 'theme', values: ['system', 'light', 'dark'] },
  },
  'contrast.toggle': { title: 'Turn high contrast on or off', palette: 'Window', action: runInWindow },
} as const satisfies CommandTable
