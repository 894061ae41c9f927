// The environment of a coding agent: what every program needs, what the user lists, and what makes the agent ask. Keys of
// other programs stay with Parley.
import path from 'node:path'
import { pathEntries } from './find-program.ts'

const EVERYWHERE: ReadonlySet<string> = new Set([
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TERM',
  'COLORTERM',
  'TMPDIR',
  'TMP',
  'TEMP',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  // To open the browser for a sign-in.
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'DBUS_SESSION_BUS_ADDRESS',
])
const ON_WINDOWS: ReadonlySet<string> = new Set([
  'USERPROFILE',
  'USERNAME',
  'USERDOMAIN',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'COMMONPROGRAMFILES',
  'COMPUTERNAME',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'OS',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
])
const FAMILIES = /^(?:LC_|XDG_)/

interface Options {
  environment: NodeJS.ProcessEnv
  platform: NodeJS.Platform
  /** The variables that the user lists. */
  listed: readonly string[]
  /** What makes the agent ask before it acts. */
  fixed?: Readonly<Record<string, string>>
  /** The absolute path of the program. */
  program: string
}

export function agentEnvironment({
  environment,
  platform,
  listed,
  fixed = {},
  program,
}: Options): NodeJS.ProcessEnv {
  const isPassedOn = (name: string): boolean => {
    const upper = name.toUpperCase()
    return (
      EVERYWHERE.has(upper) ||
      FAMILIES.test(upper) ||
      (platform === 'win32' && ON_WINDOWS.has(upper)) ||
      listed.some((one) => one === name || (platform === 'win32' && one.toUpperCase() === upper))
    )
  }
  const passed = Object.fromEntries(Object.entries(environment).filter(([name]) => isPassedOn(name)))
  return { ...passed, ...fixed, PATH: searchPath(environment, program) }
}

/** The program's own folder comes first if it was not on the search path: the Node it was installed for is there too. */
function searchPath(environment: NodeJS.ProcessEnv, program: string): string {
  // A relative entry would mean the open folder, and a repository could provide its own programs.
  const folders = pathEntries(environment).filter((folder) => path.isAbsolute(folder))
  const own = path.dirname(program)
  return (folders.includes(own) ? folders : [own, ...folders]).join(path.delimiter)
}

/** The names in the setting `acpEnvironment`. */
export const variableNames = (setting: string): string[] =>
  setting.split(/[ ,]+/).filter((name) => name !== '')
