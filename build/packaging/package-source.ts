// The registry that the app downloads the natural voice from: the one its own packages come from, without a password.
import { spawnSync } from 'node:child_process'

/** An address; empty if npm names none. */
export function packageSource(named = process.env['npm_config_registry'] ?? askNpm()): string {
  const address = URL.canParse(named.trim()) ? new URL(named.trim()) : null
  return address ? `${address.origin}${address.pathname}` : ''
}

function askNpm(): string {
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === 'win32'
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', shell })
  return stdout ?? ''
}
