// npm run serve: the app for a browser.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './built.ts'
import { repository } from './repository.ts'

ensureBuilt()
const child = spawn(process.execPath, [join(repository, 'out/main/serve.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
// npm passes its own signals on to this process only.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
