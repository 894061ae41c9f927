// Runs one check after another, each on connections of its own. One after another since a gateway has room for one phone.
import type { Clock } from '../../core/ports.ts'
import { NotConnected, openLink, type Link } from '../link.ts'
import { Broken, Unseen, type Bench, type Need, type Rule } from './rule.ts'

export interface Verdict {
  rule: Rule
  result: 'kept' | 'broken' | 'skipped'
  /** Why, unless it is kept. */
  reason: string
}

export interface Examination {
  gateway: URL
  token: string | null
  speech: Uint8Array | null
  slow: boolean
  clock: Clock
  timeoutMs: number
}

export async function runRules(
  rules: readonly Rule[],
  examination: Examination,
  onVerdict: (verdict: Verdict) => void = () => {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const rule of rules) {
    const verdict = await verdictOn(rule, examination)
    verdicts.push(verdict)
    onVerdict(verdict)
  }
  return verdicts
}

async function verdictOn(rule: Rule, examination: Examination): Promise<Verdict> {
  const { check } = rule
  if (typeof check !== 'function') return { rule, result: 'skipped', reason: check.beyond }
  const lacking = (rule.needs ?? []).map((need) => lackOf(need, examination)).find((lack) => lack !== null)
  if (lacking !== undefined) return { rule, result: 'skipped', reason: lacking }
  const links: Link[] = []
  const bench: Bench = {
    ...examination,
    async open(wire, admission = {}) {
      const link = await openLink(examination.gateway, wire, {
        token: examination.token,
        auth: 'query',
        ...admission,
      })
      links.push(link)
      return link
    },
  }
  try {
    await check(bench)
    return { rule, result: 'kept', reason: '' }
  } catch (error) {
    if (error instanceof Unseen) return { rule, result: 'skipped', reason: error.message }
    if (error instanceof Broken) return { rule, result: 'broken', reason: error.message }
    if (error instanceof NotConnected)
      return { rule, result: 'broken', reason: `No connection: ${error.message}.` }
    return { rule, result: 'broken', reason: `The check itself failed: ${String(error)}.` }
  } finally {
    await Promise.all(links.map((link) => leave(link, examination.clock)))
  }
}

const PARTING_MS = 1_000

/** The next check begins when the gateway knows that this one is over. */
async function leave(link: Link, clock: Clock): Promise<void> {
  link.close()
  const cancel = clock.after(PARTING_MS, () => link.cut())
  await link.closed
  cancel()
}

function lackOf(need: Need, { token, speech, slow }: Examination): string | null {
  switch (need) {
    case 'token':
      return token === null ? 'needs a gateway with a token: --token' : null
    case 'no token':
      return token === null ? null : 'needs a gateway without a token'
    case 'wav':
      return speech === null ? 'needs somebody speaking: --wav FILE' : null
    case 'slow':
      return slow ? null : 'takes a minute or more: --slow'
  }
}
