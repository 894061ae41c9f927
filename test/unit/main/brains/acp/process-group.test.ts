import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const module = fileURLToPath(new URL('../../../../../src/main/brains/acp/process-group.ts', import.meta.url))
/** Starts a group of two processes that no polite signal ends, watches it, and tells its ids. */
const PARENT = `
  import { spawn } from 'node:child_process'
  import { killGroupOnExit } from ${JSON.stringify(module)}
  const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'
  const leader = spawn(process.execPath, ['-e', \`
    const child = require('node:child_process').spawn(process.execPath, ['-e', '\${script}'], { stdio: 'ignore' })
    console.log(child.pid)
    \${script}
  \`], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  killGroupOnExit(leader.pid)
  leader.stdout.on('data', (text) => console.log(leader.pid + ' ' + text))
  setInterval(() => {}, 1000)
`

it.skipIf(process.platform === 'win32')(
  'A group of processes ends with the process that watches over it, even if that is killed',
  async () => {
    const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', PARENT], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [told] = (await once(parent.stdout, 'data')) as [Buffer]
    const ids = told.toString().trim().split(/\s+/).map(Number)
    expect(ids).toHaveLength(2)
    parent.kill('SIGKILL')
    for (const id of ids) await expect.poll(() => isRunning(id)).toBe(false)
  },
)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
