// Where Parley keeps its own files when nobody says otherwise: the place each system has for it.
import { homedir } from 'node:os'
import { join } from 'node:path'

export function defaultProfile(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Parley')
  if (platform === 'win32') return join(env['APPDATA'] || join(homedir(), 'AppData', 'Roaming'), 'Parley')
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'parley')
}
