// npm run client: speaks to a gateway from a terminal, or checks it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './built.ts'
import { passOn } from './pass-on.ts'
import { repository } from './repository.ts'

ensureBuilt()
passOn(
  spawn(process.execPath, [join(repository, 'out/main/client.js'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  }),
)
