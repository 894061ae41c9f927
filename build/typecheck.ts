// Checks the types of every room with that room's own library and globals.
import { spawnSync } from 'node:child_process'

const rooms = ['src/core', 'src/main', 'src/client', 'src/preload', 'src/renderer', 'test']
let failed = false
for (const room of rooms) {
  const { status } = spawnSync('tsc', ['--noEmit', '-p', room], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) failed = true
}
process.exit(failed ? 1 : 0)
