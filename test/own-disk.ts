// A small disk in place of a folder, which a test may fill, where this system allows that.
import { spawnSync, type SpawnSyncReturns } from 'node:child_process'

interface DiskOptions {
  /** As `mount` takes it. */
  size?: string
  isReadOnly?: boolean
  input?: string
}

/** Runs a command that finds such a disk at `at`. */
export function onOwnDisk(
  at: string,
  command: readonly string[],
  { size = '256k', isReadOnly = false, input = '' }: DiskOptions = {},
): SpawnSyncReturns<string> {
  const mount = `mount -t tmpfs -o size=${size} tmpfs "$0"`
  const remount = isReadOnly ? ' && mount -o remount,ro "$0"' : ''
  return spawnSync('unshare', ['-rm', 'sh', '-c', `${mount}${remount} && exec "$@"`, at, ...command], {
    encoding: 'utf8',
    input,
  })
}

export const canMount = process.platform === 'linux' && onOwnDisk('/mnt', ['true']).status === 0
