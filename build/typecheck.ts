// Type-checks every module with its own libraries and globals.
import { spawnSync } from 'node:child_process'

const projects = ['src/base', 'src/core', 'src/main', 'src/client', 'src/preload', 'src/renderer', 'test']
let failed = false
for (const project of projects) {
  const { status } = spawnSync('tsc', ['--noEmit', '-p', project], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) failed = true
}
process.exit(failed ? 1 : 0)
