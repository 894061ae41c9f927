// The conformance report: a correct gateway keeps every rule, and one that breaks a rule is reported with the rule's id.
import { afterEach, describe, expect, it } from 'vitest'
import type { Rule } from '../../src/client/conform/rule.ts'
import { clientWires, rulesOf } from '../../src/client/wires.ts'
import { runRules, type RunOptions, type Verdict } from '../../src/client/conform/run-rules.ts'
import type { G2Outbound } from '../../src/shared/wire/g2.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { spoken } from '../fakes/fake-g2-gateway.ts'
import { startFakeWires, type FakeWires, type FakeWiresOptions } from '../fakes/fake-wires.ts'
import { steppedClock } from '../fakes/stepped-clock.ts'
import { g2Mutants } from './g2-mutants.ts'
import { doorMutants, listenerMutants } from './mutants.ts'
import { velaMutants } from './vela-mutants.ts'
import { voiceIdeMutants } from './voice-ide-mutants.ts'

const gateways: FakeWires[] = []
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()))
})

const rules = rulesOf(clientWires)
const ruleOf = (id: string): Rule => rules.find((rule) => rule.id === id)!

async function examined(
  those: readonly Rule[],
  options: FakeWiresOptions,
  examination: Partial<RunOptions> = {},
): Promise<Verdict[]> {
  const running = await startFakeWires(options)
  gateways.push(running)
  return runRules(those, {
    gateway: running.url,
    token: options.token ?? null,
    speech: spoken,
    slow: false,
    // A rule that waits whether something arrives must not wait while nothing could be sent.
    clock: steppedClock,
    timeoutMs: 60_000,
    ...examination,
  })
}

const broken = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ result }) => result === 'broken').map(({ rule, reason }) => `${rule.id}: ${reason}`)
const skipped = (verdicts: readonly Verdict[]): string[] =>
  verdicts
    .filter(({ rule, result }) => result === 'skipped' && typeof rule.check === 'function')
    .map(({ rule }) => rule.id)

describe('a correct gateway', () => {
  it('keeps every rule, with a token', { timeout: 600_000 }, async () => {
    const verdicts = await examined(rules, { token: 'secret' })
    expect(broken(verdicts)).toEqual([])
    expect(skipped(verdicts)).toEqual([
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

  it('keeps every rule, without a token and without speech', { timeout: 600_000 }, async () => {
    const verdicts = await examined(rules, {}, { speech: null })
    expect(broken(verdicts)).toEqual([])
    expect(verdicts.find(({ rule }) => rule.id === 'g2-example-voice')).toMatchObject({
      result: 'skipped',
      reason: 'needs a recording of speech: --wav FILE',
    })
  })

  it('refuses audio while its model loads', async () => {
    expect(await examined([ruleOf('g2-loading')], { g2: { loads: true } })).toMatchObject([
      { result: 'kept' },
    ])
  })
})

const mutants = [...listenerMutants, ...doorMutants, ...g2Mutants, ...velaMutants, ...voiceIdeMutants]

describe('slow rules', () => {
  /** Moves the time second by second, and lets both sides act in each. */
  async function verdictOn(id: string, quirks: object): Promise<Verdict> {
    const clock = createFakeClock()
    const wires = { g2: { ...quirks, clock }, voiceIde: { ...quirks, clock } }
    const verdicts: Verdict[] = []
    const running = examined([ruleOf(id)], wires, { clock, slow: true }).then((given) =>
      verdicts.push(...given),
    )
    while (verdicts.length === 0) {
      await new Promise((resolve) => setImmediate(resolve))
      await gateways[0]?.settled()
      // Not before a side waits: connecting takes no time.
      if (clock.pending() > 0) clock.advance(1_000)
    }
    await running
    return verdicts[0]!
  }

  it.each([
    ['g2-ping', 'is kept', {}, 'kept'],
    ['g2-ping', 'is broken by pings that come too seldom', { pingEveryMs: 60_000 }, 'broken'],
    ['g2-ping', 'is broken by pings that come too often', { pingEveryMs: 10_000 }, 'broken'],
    [
      'g2-ping',
      'is broken by a gateway that does not take pong for an answer',
      { in: (frame: unknown) => (frame as { type?: unknown } | null)?.type === 'pong' },
      'broken',
    ],
    ['g2-pong-late', 'is kept', {}, 'kept'],
    ['g2-pong-late', 'is kept by a gateway that waits longer', { pongWithinMs: 600_000 }, 'kept'],
    ['g2-pong-late', 'is broken by a gateway that waits less', { pongWithinMs: 2_000 }, 'broken'],
    ['voice-ide-call-limit', 'is kept', {}, 'kept'],
    [
      'voice-ide-call-limit',
      'is broken by a gateway that waits forever',
      { callWithinMs: Infinity },
      'broken',
    ],
  ])('%s %s', async (id, _what, quirks, result) => {
    expect(await verdictOn(id, quirks)).toMatchObject({ result })
  })

  it.each([
    ['is kept', {}, 'kept'],
    [
      'is broken by another code',
      {
        out: (frame: G2Outbound) => [frame.type === 'error' ? { ...frame, code: 'INTERNAL_ERROR' } : frame],
      },
      'broken',
    ],
  ])('g2-buffer-overflow %s', async (_what, g2, result) => {
    const [verdict] = await examined([ruleOf('g2-buffer-overflow')], { g2 }, { slow: true })
    expect(verdict).toMatchObject({ result })
  })
})

describe('a gateway without a token', () => {
  it('must not be reachable from other computers', async () => {
    const gateway = await startFakeWires()
    gateways.push(gateway)
    // The same address by a name that is not a loopback name.
    const elsewhere = new URL(gateway.url)
    elsewhere.hostname = '0.0.0.0'
    const [verdict] = await examined([ruleOf('listener-loopback')], {}, { gateway: elsewhere })
    expect(verdict).toMatchObject({ result: 'broken' })
  })
})

describe('a gateway that breaks one rule', () => {
  it.each(mutants)('is reported: $rule, since it $does', async ({ rule, quirks, silent }) => {
    const [verdict] = await examined([ruleOf(rule)], quirks(), silent ? { timeoutMs: 300 } : {})
    expect(verdict).toMatchObject({ rule: { id: rule }, result: 'broken' })
    // Because of its frames, and not because of a timeout.
    const timedOut = /^Nothing came within|not closed within|itself failed/.test(verdict!.reason)
    expect([verdict!.reason, timedOut]).toEqual([verdict!.reason, silent ?? false])
  })

  it('exists for every rule that can be checked', () => {
    const caught = new Set(mutants.map(({ rule }) => rule))
    const slow = new Set([
      'listener-loopback',
      'g2-ping',
      'g2-pong-late',
      'g2-buffer-overflow',
      'voice-ide-call-limit',
    ])
    const checked = rules.filter(({ check, id }) => typeof check === 'function' && !slow.has(id))
    expect(checked.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([])
  })
})
