// The gateway as it ships keeps every rule of its documents, over real sockets.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/client/clock.ts'
import { rulesOf } from '../../src/client/conform/rules.ts'
import { runRules, type Examination, type Verdict } from '../../src/client/conform/run-rules.ts'
import { createG2Wire } from '../../src/main/gateways/g2/g2-wire.ts'
import { createVelaWire } from '../../src/main/gateways/vela/vela-wire.ts'
import { createVoiceIdeWire } from '../../src/main/gateways/voice-ide/voice-ide-wire.ts'
import type { Clock } from '../../src/core/ports.ts'
import { createAnsweringHouse } from '../fakes/answering-house.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { spoken } from '../fakes/fake-g2-gateway.ts'
import { startGateway, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

/** More than a hundred checks, some of them over turns that take their time: seconds, or on a loaded machine minutes. */
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
  rules = rulesOf('all'),
  examination: Partial<Examination> = {},
  clock: Clock = systemClock,
): Promise<Verdict[]> {
  const deps = {
    house: createAnsweringHouse(),
    clock,
    newId: randomUUID,
    onError: (what: string, error: unknown) => void errors.push(`${what}: ${String(error)}`),
  }
  gateway = await startGateway({
    wires: [
      createG2Wire(deps),
      createVelaWire(deps),
      createVoiceIdeWire({ ...deps, logFolder: folder.path }),
    ],
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

it('keeps every rule where it has a token', LONG, async () => {
  const given = await verdicts('secret')
  expect(withResult(given, 'broken')).toEqual([])
  // What it was told to write down, and nothing of its own.
  expect(errors).toEqual([expect.stringContaining('tts_failed')])
  const skipped = withResult(given, 'skipped').map((line) => line.split(':')[0])
  // An answer that is given faster than pieces are sent has none.
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

it('keeps every rule where it has none', LONG, async () => {
  const given = await verdicts(null)
  expect(withResult(given, 'broken')).toEqual([])
  // What it was told to write down, and nothing of its own.
  expect(errors).toEqual([expect.stringContaining('tts_failed')])
})

it('takes in no more sound than it can keep', LONG, async () => {
  const overflow = rulesOf('g2').filter(({ id }) => id === 'g2-buffer-overflow')
  expect(await verdicts(null, overflow, { slow: true })).toMatchObject([{ result: 'kept', reason: '' }])
})

it('does not wait for a call that gets no answer without end', LONG, async () => {
  const limit = rulesOf('voice-ide').filter(({ id }) => id === 'voice-ide-call-limit')
  // Its clock alone goes fast: the client has all the time it needs to hear what came.
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
