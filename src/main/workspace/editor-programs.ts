// How each editor is found and how it takes a file and a line. Parley starts programs of this table only, with their
// arguments as an array and never through a shell.
import path from 'node:path'
import type { EditorId } from '../../shared/editors.ts'

interface EditorPrograms {
  /** Names on the search path, the likeliest first. */
  readonly names: readonly string[]
  /** Where installers put it besides. A variable of the environment may begin it. */
  readonly places?: Partial<Record<NodeJS.Platform, readonly string[]>>
  /** It needs a terminal. */
  readonly inTerminal?: true
  args(file: string, line: number | null): string[]
}

const mac = (app: string, program: string): string => `/Applications/${app}.app/Contents/${program}`
const goto = (file: string, line: number | null): string[] =>
  line === null ? [file] : ['--goto', `${file}:${line}`]
const plusLine = (file: string, line: number | null): string[] =>
  line === null ? [file] : [`+${line}`, file]
/** Without a line it would take the end of a name like "a:5" for one. */
const withLine = (file: string, line: number | null): string[] => [`${file}:${line ?? 1}`]

export const editorPrograms: Readonly<Record<EditorId, EditorPrograms>> = {
  vscode: {
    names: ['code', 'code-insiders', 'codium'],
    places: {
      darwin: [
        mac('Visual Studio Code', 'Resources/app/bin/code'),
        mac('VSCodium', 'Resources/app/bin/codium'),
      ],
      win32: [
        '%LOCALAPPDATA%\\Programs\\Microsoft VS Code\\Code.exe',
        '%ProgramFiles%\\Microsoft VS Code\\Code.exe',
      ],
    },
    args: goto,
  },
  cursor: {
    names: ['cursor'],
    places: {
      darwin: [mac('Cursor', 'Resources/app/bin/cursor')],
      win32: ['%LOCALAPPDATA%\\Programs\\cursor\\Cursor.exe'],
    },
    args: goto,
  },
  zed: { names: ['zed', 'zeditor'], places: { darwin: [mac('Zed', 'MacOS/cli')] }, args: withLine },
  jetbrains: {
    names: [
      'idea',
      'webstorm',
      'pycharm',
      'goland',
      'rustrover',
      'clion',
      'phpstorm',
      'rubymine',
      'rider',
    ].flatMap((name) => [name, `${name}64`]),
    places: {
      darwin: [
        mac('IntelliJ IDEA', 'MacOS/idea'),
        mac('IntelliJ IDEA CE', 'MacOS/idea'),
        mac('WebStorm', 'MacOS/webstorm'),
        mac('PyCharm', 'MacOS/pycharm'),
        mac('GoLand', 'MacOS/goland'),
        mac('RustRover', 'MacOS/rustrover'),
        mac('CLion', 'MacOS/clion'),
      ],
    },
    args: (file, line) => (line === null ? [file] : ['--line', String(line), file]),
  },
  sublime: {
    names: ['subl'],
    places: {
      darwin: [mac('Sublime Text', 'SharedSupport/bin/subl')],
      win32: ['%ProgramFiles%\\Sublime Text\\subl.exe'],
    },
    args: withLine,
  },
  emacs: { names: ['emacs'], args: plusLine },
  vim: { names: ['nvim', 'vim', 'vi'], inTerminal: true, args: plusLine },
  nano: { names: ['nano'], inTerminal: true, args: plusLine },
}

/**
 * Terminals and what comes before a program and its arguments. Only those that pass the arguments on one by one: another
 * would join them to one text, and the name of a file could then say more than a name.
 */
export const terminals: readonly (readonly [name: string, ...before: string[]])[] = [
  ['kitty'],
  ['alacritty', '-e'],
  ['ghostty', '-e'],
  ['wezterm', 'start', '--'],
  ['foot'],
  ['gnome-terminal', '--'],
  ['konsole', '-e'],
  ['xfce4-terminal', '-x'],
  ['xterm', '-e'],
]

/** The editor that a command such as `code --wait` names. */
export function editorOfCommand(command: string | undefined): EditorId | null {
  const program = path.basename((command ?? '').trim().split(/\s+/)[0] ?? '').replace(/\.(?:exe|cmd)$/i, '')
  const found = Object.entries(editorPrograms).find(([, { names }]) => names.includes(program))
  return found ? (found[0] as EditorId) : null
}
