// The default folder of the profile, in the place each system has for it.

interface System {
  platform: string
  env: Readonly<Record<string, string | undefined>>
  home: string
  join(...parts: string[]): string
}

export function defaultProfile({ platform, env, home, join }: System): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Parley')
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Parley')
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'parley')
}
