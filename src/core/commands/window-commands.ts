// Commands about the window as a whole.
import { changeSetting, openOverlay, requestView, runInWindow, type CommandTable } from './command.ts'

const FOLDER = '(folder|workspace|project|repository|repo|codebase|directory)'
const SHOW = '(open|show|bring up|go to|take me to)'
const SWITCH_TO = '(switch|change|go|turn|set (the theme|everything|parley)) [back] to'
const TURN_ON = '(turn on|switch on|use|enable|activate)'
const TURN_OFF = '(turn off|switch off|disable|deactivate|leave)'
const LOOK = '(mode|theme|colours|colors)'
// Not "it" or "this": that may be what the user works on.
const ALL_TEXT = '[all] [the] (text|font|letters|writing|print|everything)'

export const windowCommands = {
  'palette.open': {
    title: 'All commands',
    keys: ['Mod+Shift+P', 'Mod+K'],
    palette: 'Window',
    phrases: [
      `${SHOW} [me] [the] (command palette|palette|list of commands)`,
      '(show|list) [me] (all|all the|the) commands',
    ],
    action: openOverlay('palette'),
    done: 'Opened the palette',
  },
  'shortcuts.open': {
    title: 'Keyboard shortcuts',
    keys: ['?'],
    palette: 'Window',
    phrases: [
      `${SHOW} [me] [all] [the|my] (keyboard shortcuts|shortcuts|key bindings|keybindings|hotkeys)`,
      'what are the (keyboard shortcuts|shortcuts|key bindings|hotkeys)',
    ],
    action: openOverlay('shortcuts'),
    done: 'Opened the shortcuts',
  },
  'settings.open': {
    title: 'Settings',
    keys: ['Mod+,'],
    palette: 'Window',
    phrases: [
      `[${SHOW} [me]] [the|my|your|parley's] (settings|preferences) [page]`,
      '(change|adjust|edit) [the|my|your|some] (settings|preferences)',
      "(change|set|switch) [the|my] (font|font size|text size|colours|colors|voice|agent's voice)",
    ],
    action: openOverlay('settings'),
    done: 'Opened the settings',
  },
  'room.open': {
    title: 'Room: participants, invitations, server',
    palette: 'Window',
    phrases: [
      `${SHOW} [me] the room [page]`,
      'who (is|else is) in the room',
      'invite (someone|somebody|a guest)',
    ],
    action: openOverlay('room'),
    done: 'Opened the room',
  },
  'devices.open': {
    title: 'Devices: connections and pairing',
    palette: 'Window',
    phrases: [
      `${SHOW} [me] [the|my] [connected|paired] devices [page]`,
      '(pair|connect|add) (a|my|another) (device|phone|tablet)',
    ],
    action: openOverlay('devices'),
    done: 'Opened the devices',
  },
  'about.open': {
    title: 'About Parley, with third-party licences',
    palette: 'Window',
    phrases: ['about parley', '(what|which) version of parley is this', `${SHOW} [me] the licences`],
    action: openOverlay('about'),
    done: 'Opened what Parley is made of',
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
    phrases: [
      `(open|choose|pick) [a|another|a different|a new] ${FOLDER}`,
      `(switch|change) [to another|to a different|the] ${FOLDER}`,
      '(switch|change) (folders|projects|workspaces)',
    ],
    action: openOverlay('folders'),
    done: 'Choose a folder in the window',
  },
  'agent.connect': {
    title: 'Connect an agent or a model',
    palette: 'Window',
    phrases: [
      '(connect|add|use|set up|configure|choose) (a|an|another|a different|my own) (model|language model|llm|agent|coding agent|ai)',
      '(connect|set up|choose|change|switch) (to|the) [another|a different] (model|language model|llm|agent|coding agent)',
      'how (do|can) i (connect|use|add|set up) (a|an|my own) (model|language model|llm|agent|coding agent|api key)',
      '(enter|use|add|set) (my|an|the) (api key|key|model key)',
    ],
    help: { row: 'The window', say: 'connect a model' },
    action: openOverlay('connect'),
    done: 'Choose an agent or a model in the window',
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
  'conversation.new': {
    title: 'New conversation',
    palette: 'Window',
    phrases: [
      '[start|begin|open|create] [a] (new|fresh) (conversation|chat|session)',
      '(clear|reset|forget|end) [this|the|our] (conversation|chat|session)',
    ],
    help: { row: 'The window', say: 'new conversation' },
    action: runInWindow,
    done: 'New conversation',
  },
  'theme.dark': {
    title: 'Dark theme',
    palette: 'Window',
    phrases: [
      `[${TURN_ON}] [the|a] (dark|night) ${LOOK} [on]`,
      `${SWITCH_TO} [the|a] (dark|night) ${LOOK}`,
      `${TURN_OFF} [the] (light|day) ${LOOK}`,
      '(make|turn) (everything|parley|the window|the screen|the theme|the colours|the colors|the background) (dark|darker|black)',
      '(switch|change|set) (the theme|parley) to dark',
      'the (window|screen) is too bright',
    ],
    help: { row: 'The window', say: 'dark theme' },
    action: changeSetting({ theme: 'dark' }),
    done: 'Dark theme',
  },
  'theme.light': {
    title: 'Light theme',
    palette: 'Window',
    phrases: [
      `[${TURN_ON}] [the|a] (light|day|bright|white) ${LOOK} [on]`,
      `${SWITCH_TO} [the|a] (light|day|bright|white) ${LOOK}`,
      `${TURN_OFF} [the] (dark|night) ${LOOK}`,
      '(make|turn) (everything|parley|the window|the screen|the theme|the colours|the colors|the background) (light|lighter|bright|brighter|white)',
      '(switch|change|set) (the theme|parley) to light',
      'the (window|screen) is too dark',
    ],
    action: changeSetting({ theme: 'light' }),
    done: 'Light theme',
  },
  'theme.system': {
    title: 'Theme of the system',
    palette: 'Window',
    phrases: [
      `[${TURN_ON}] [the] (system|system's|automatic|default) theme`,
      `${SWITCH_TO} the (system|system's|automatic|default) theme`,
      '(follow|same theme as) the system',
    ],
    action: changeSetting({ theme: 'system' }),
    done: 'The theme follows the system',
  },
  'theme.toggle': {
    title: 'Switch between dark and light',
    palette: 'Window',
    phrases: ['(change|switch|toggle) [the|my] theme', `toggle [the] (dark|light|night) ${LOOK}`],
    action: runInWindow,
    done: 'Changed the theme',
  },
  'contrast.high': {
    title: 'High contrast',
    phrases: [
      `[${TURN_ON}|${SWITCH_TO}] [the] high contrast [mode|theme] [on]`,
      '(more|higher|increase [the]|raise [the]) contrast',
    ],
    help: { row: 'The window', say: 'high contrast' },
    action: changeSetting({ contrast: 'high' }),
    done: 'High contrast',
  },
  'contrast.normal': {
    title: 'Normal contrast',
    phrases: [
      `${TURN_OFF} [the] high contrast [mode|theme]`,
      'high contrast [mode] off',
      '[use|switch to] (less|lower|normal|decrease [the]|reduce [the]) contrast',
    ],
    action: changeSetting({ contrast: 'normal' }),
    done: 'Normal contrast',
  },
  'contrast.toggle': { title: 'Turn high contrast on or off', palette: 'Window', action: runInWindow },
  'text.larger': {
    title: 'Larger text',
    palette: 'Window',
    phrases: [
      `make ${ALL_TEXT} [size] [a (bit|little|lot)|much] (bigger|larger)`,
      '[a (bit|little)|much] (bigger|larger) (text|font|letters|print) [size]',
      '(increase|enlarge|raise) [the] (text|font) [size]',
      'zoom in [a (bit|little)|more|further]',
      'the (text|font|print|writing) is [much|way] too (small|tiny)',
    ],
    help: { row: 'The window', say: 'bigger text' },
    action: runInWindow,
    done: 'Larger text',
  },
  'text.smaller': {
    title: 'Smaller text',
    palette: 'Window',
    phrases: [
      `make ${ALL_TEXT} [size] [a (bit|little|lot)|much] smaller`,
      '[a (bit|little)|much] smaller (text|font|letters|print) [size]',
      '(decrease|reduce|shrink|lower) [the] (text|font) [size]',
      'zoom out [a (bit|little)|more|further]',
      'the (text|font|print|writing) is [much|way] too (big|large)',
    ],
    action: runInWindow,
    done: 'Smaller text',
  },
  'text.normal': {
    title: 'Normal text size',
    palette: 'Window',
    phrases: [
      '(reset|normal) [the] (text size|font size|zoom|text|zoom level)',
      '(reset|undo) the zoom',
      `make ${ALL_TEXT} [size] normal`,
    ],
    action: runInWindow,
    done: 'Normal text size',
  },
  'window.minimise': {
    title: 'Minimise the window',
    phrases: ['(minimise|minimize) [the|this] (window|parley)', 'hide [the|this] window'],
    action: runInWindow,
    done: 'Minimised the window',
  },
  'window.maximise': {
    title: 'Maximise the window',
    phrases: ['(maximise|maximize) (the window|this window|parley)', 'make the window (bigger|larger)'],
    action: runInWindow,
    done: 'Maximised the window',
  },
  'window.fullscreen': {
    title: 'Full screen',
    phrases: ['[(go|enter|switch to|turn on)] (full screen|fullscreen) [mode]'],
    action: runInWindow,
    done: 'Full screen',
  },
  'window.restore': {
    title: 'Leave full screen, or make the window its usual size',
    phrases: [
      '(leave|exit|end|turn off|close) [the] (full screen|fullscreen) [mode]',
      '(restore|unmaximise|unmaximize) (the window|this window|parley)',
      'make the window (smaller|normal)',
    ],
    action: runInWindow,
    done: 'The window has its usual size',
  },
  'window.close': {
    title: 'Close the window',
    phrases: ["(close|shut) (the|this|parley's) window"],
    action: runInWindow,
    done: 'Closing the window',
  },
  'app.quit': {
    title: 'Quit Parley',
    palette: 'Window',
    // Not "quit" alone: recognizers write it for "quiet".
    phrases: ['(quit|exit|close|leave) parley'],
    action: runInWindow,
    done: 'Quitting Parley',
  },
} as const satisfies CommandTable
