// The gateway keeps every conformance rule, over real sockets.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/client/clock.ts'
import { clientWires, rulesOf } from '../../src/client/wires.ts'
import { runRules, type RunOptions, type Verdict } from '../../src/client/conform/run-rules.ts'
import { createWireServers } from '../../src/main/gateways/wire-servers.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { createAnsweringGuestHost } from '../fakes/answering-guest-host.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { spoken } from '../fakes/fake-g2-gateway.ts'
import { startGateway, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

/** More than a hundred checks, some with whole turns: seconds, or minutes on a busy machine. */
const LONG = { timeout: 600_000 }

let folder: TempFolder
let gateway: GatewayInTest
let errors: string[]
beforeEach(() => {
  folder = createTempFolder()
  errors = []
})
afterEach(async () => {
  await gateway.close()
  folder.remove()
})

async function verdicts(
  token: string | null,
  rules = rulesOf(clientWires),
  examination: Partial<RunOptions> = {},
  clock: Clock = systemClock,
): Promise<Verdict[]> {
  const deps = {
    guestHost: createAnsweringGuestHost(),
    clock,
    newId: randomUUID,
    onError: (what: string, error: unknown) => void errors.push(`${what}: ${String(error)}`),
  }
  gateway = await startGateway({
    servers: createWireServers({ ...deps, folder: () => folder.path }),
    ...(token === null ? {} : { token }),
  })
  return runRules(rules, {
    gateway: new URL(gateway.url('')),
    token,
    speech: spoken,
    slow: false,
    clock: systemClock,
    timeoutMs: 60_000,
    ...examination,
  })
}

const withResult = (given: readonly Verdict[], result: Verdict['result']): string[] =>
  given
    .filter((one) => one.result === result && typeof one.rule.check === 'function')
    .map(({ rule, reason }) => `${rule.id}: ${reason}`)

it('keeps every rule with a token', LONG, async () => {
  const given = await verdicts('secret')
  expect(withResult(given, 'broken')).toEqual([])
  // It logs only the errors that the client reported.
  expect(errors).toEqual([expect.stringContaining('tts_failed')])
  const skipped = withResult(given, 'skipped').map((line) => line.split(':')[0])
  // An answer that comes too fast has no partial texts.
  expect(skipped.filter((id) => id !== 'voice-ide-partial-speech')).toEqual([
    'listener-loopback',
    'g2-token-unset',
    'g2-loading',
    'g2-ping',
    'g2-pong-late',
    'g2-buffer-overflow',
    'vela-token-unset',
    'voice-ide-token-unset',
    'voice-ide-call-limit',
  ])
})

it('keeps every rule without a token', LONG, async () => {
  const given = await verdicts(null)
  expect(withResult(given, 'broken')).toEqual([])
  // It logs only the errors that the client reported.
  expect(errors).toEqual([expect.stringContaining('tts_failed')])
})

it('accepts no more audio than it can store', LONG, async () => {
  const overflow = rulesOf(clientWires).filter(({ id }) => id === 'g2-buffer-overflow')
  expect(await verdicts(null, overflow, { slow: true })).toMatchObject([{ result: 'kept', reason: '' }])
})

it('does not wait forever for a call without an answer', LONG, async () => {
  const limit = rulesOf(clientWires).filter(({ id }) => id === 'voice-ide-call-limit')
  // Only the clock of the gateway is fast: the client has all the time it needs.
  const clock = createFakeClock()
  const given: Verdict[] = []
  const running = verdicts(null, limit, { slow: true }, clock).then((those) => given.push(...those))
  while (given.length === 0) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1_000)
  }
  await running
  expect(given).toMatchObject([{ result: 'kept', reason: '' }])
})
