// Runs one check after another, each with its own connections. Not in parallel: a gateway accepts one phone at a time.
import type { Clock } from '../../core/ports/clock.ts'
import { NotConnected, openLink, type Link } from '../link.ts'
import { Broken, NotObserved, type CheckContext, type Need, type Rule } from './rule.ts'

export interface Verdict {
  rule: Rule
  result: 'kept' | 'broken' | 'skipped'
  /** The reason, unless the rule is kept. */
  reason: string
}

export interface RunOptions {
  gateway: URL
  token: string | null
  speech: Uint8Array | null
  slow: boolean
  clock: Clock
  timeoutMs: number
}

export async function runRules(
  rules: readonly Rule[],
  options: RunOptions,
  onVerdict: (verdict: Verdict) => void = () => {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const rule of rules) {
    const verdict = await verdictOn(rule, options)
    verdicts.push(verdict)
    onVerdict(verdict)
  }
  return verdicts
}

async function verdictOn(rule: Rule, options: RunOptions): Promise<Verdict> {
  const { check } = rule
  if (typeof check !== 'function') return { rule, result: 'skipped', reason: check.notTestable }
  const missing = (rule.needs ?? []).map((need) => missingFor(need, options)).find((one) => one !== null)
  if (missing !== undefined) return { rule, result: 'skipped', reason: missing }
  const links: Link[] = []
  const context: CheckContext = {
    ...options,
    async open(wire, admission = {}) {
      const link = await openLink(options.gateway, wire, {
        token: options.token,
        auth: 'query',
        ...admission,
      })
      links.push(link)
      return link
    },
  }
  try {
    await check(context)
    return { rule, result: 'kept', reason: '' }
  } catch (error) {
    if (error instanceof NotObserved) return { rule, result: 'skipped', reason: error.message }
    if (error instanceof Broken) return { rule, result: 'broken', reason: error.message }
    if (error instanceof NotConnected)
      return { rule, result: 'broken', reason: `No connection: ${error.message}.` }
    return { rule, result: 'broken', reason: `The check itself failed: ${String(error)}.` }
  } finally {
    await Promise.all(links.map((link) => closeLink(link, options.clock)))
  }
}

const CLOSE_WITHIN_MS = 1_000

/** Closes the connection. The next check starts when the gateway has closed it too. */
async function closeLink(link: Link, clock: Clock): Promise<void> {
  link.close()
  const cancel = clock.after(CLOSE_WITHIN_MS, () => link.cut())
  await link.closed
  cancel()
}

function missingFor(need: Need, { token, speech, slow }: RunOptions): string | null {
  switch (need) {
    case 'token':
      return token === null ? 'needs the token of the gateway: --token' : null
    case 'no token':
      return token === null ? null : 'needs a gateway without a token: parley --gateway-open'
    case 'wav':
      return speech === null ? 'needs a recording of speech: --wav FILE' : null
    case 'slow':
      return slow ? null : 'takes a minute or more: --slow'
  }
}
