// npm run dev: npm start, built anew and started again whenever a source file changes. The conversation is in the session
// log, so it is there again after each start; the page runs under the same policy as in the real app.
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.ts'

/** An editor saves several files at once; they make one build. */
const SETTLE_MS = 300

let app: ChildProcess | null = null
let pending: NodeJS.Timeout | null = null

function start(): void {
  const started = spawn(process.execPath, [join(repository, 'build/start.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  app = started
  started.on('exit', (code) => {
    // Closed by the person: that ends it. Replaced by a newer one: that goes on.
    if (app === started) process.exit(code ?? 0)
  })
}

function restart(): void {
  const old = app
  app = null
  old?.once('exit', start)
  old?.kill()
}

watch(join(repository, 'src'), { recursive: true }, () => {
  if (pending) clearTimeout(pending)
  pending = setTimeout(restart, SETTLE_MS)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app?.kill(signal))
start()
