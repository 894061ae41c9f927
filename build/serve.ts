// npm run serve: Parley in a browser.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './built.ts'
import { exitWithChild } from './exit-with-child.ts'
import { repository } from './repository.ts'

ensureBuilt()
exitWithChild(
  spawn(process.execPath, [join(repository, 'out/main/serve.js'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  }),
)
