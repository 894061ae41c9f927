// npm run dev: npm start, rebuilt and restarted whenever a source file changes. The journal keeps the conversation
// across restarts, and the page runs under the same policy as in the real app.
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.ts'

/** An editor saves several files at once; they cause one build. */
const SETTLE_MS = 300

let app: ChildProcess | null = null
let pending: NodeJS.Timeout | null = null

function start(): void {
  const started = spawn(process.execPath, [join(repository, 'build/start.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  app = started
  started.on('exit', (code) => {
    if (app !== started) return
    // Exit code 0 means the user closed the app. After a crash, the next change may fix it.
    if (code === 0) process.exit(0)
    app = null
    process.stderr.write('Waiting for a change…\n')
  })
}

function restart(): void {
  const old = app
  app = null
  if (!old) return start()
  old.once('exit', start)
  old.kill()
}

watch(join(repository, 'src'), { recursive: true }, () => {
  if (pending) clearTimeout(pending)
  pending = setTimeout(restart, SETTLE_MS)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => (app ? app.kill(signal) : process.exit(0)))
start()
