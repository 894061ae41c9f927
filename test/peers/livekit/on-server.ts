// One real LiveKit server for each test file. If there is none, its tests are skipped with the reason, or fail with
// PARLEY_DEMAND_ALL.
import { afterAll, describe } from 'vitest'
import { startLiveKit, type LiveKitServer } from './server.ts'

const started = await startLiveKit()
if (started.tag === 'absent' && process.env['PARLEY_DEMAND_ALL'] === '1') throw new Error(started.reason)
afterAll(async () => {
  if (started.tag === 'running') await started.stop()
})

export function liveKitServer(): LiveKitServer {
  if (started.tag === 'absent') throw new Error(started.reason)
  return started.server
}

export function describeOnServer(name: string, tests: () => void): void {
  if (started.tag === 'running') return void describe(name, tests)
  process.stderr.write(`SKIPPED: ${name}. ${started.reason}\n`)
  describe.skip(`${name} (${started.reason})`, tests)
}
