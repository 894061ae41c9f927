// Where the natural voice is fetched from later: where this app's own packages come from, without anybody's password.
import { spawnSync } from 'node:child_process'

/** An address, or nothing where npm names none. */
export function packageSource(named = process.env['npm_config_registry'] ?? askNpm()): string {
  const address = URL.canParse(named.trim()) ? new URL(named.trim()) : null
  return address ? `${address.origin}${address.pathname}` : ''
}

function askNpm(): string {
  // On Windows npm is a script, and a script is started by a shell or not at all.
  const shell = process.platform === 'win32'
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', shell })
  return stdout ?? ''
}
