// The report on a gateway: one line for each rule as it is checked, and what they come to.
import type { Clock } from '../../core/ports.ts'
import { gatewayPaths, UNAUTHORIZED } from '../../shared/wire/gateway.ts'
import { openLink, NotConnected } from '../link.ts'
import type { ConformOptions } from '../options.ts'
import { plainText } from '../terminal-text.ts'
import { rulesOf } from './rules.ts'
import { runRules, type Verdict } from './run-rules.ts'

interface Deps {
  clock: Clock
  write(text: string): void
  complain(text: string): void
  speech: Uint8Array | null
}

export type Outcome = 'kept' | 'broken' | 'unreachable'

export async function report(
  options: ConformOptions,
  { clock, write, complain, speech }: Deps,
): Promise<Outcome> {
  const { gateway, token, subject, slow, timeoutMs, json } = options
  const obstacle = await obstacleTo(options)
  if (obstacle !== null) {
    complain(`${plainText(obstacle)}\n`)
    return 'unreachable'
  }
  const rules = rulesOf(subject)
  const width = Math.max(...rules.map(({ id }) => id.length))
  if (!json) write(`The gateway at ${gateway.host}, ${rules.length} rules\n\n`)
  const verdicts = await runRules(rules, { gateway, token, speech, slow, clock, timeoutMs }, (verdict) =>
    write(json ? jsonLine(verdict) : readableLine(verdict, width)),
  )
  const count = (result: Verdict['result']): number => verdicts.filter((one) => one.result === result).length
  const [kept, broken, skipped] = [count('kept'), count('broken'), count('skipped')]
  write(
    json
      ? `${JSON.stringify({ kept, broken, skipped })}\n`
      : `\n${kept} kept, ${broken} broken, ${skipped} skipped\n`,
  )
  return broken > 0 ? 'broken' : 'kept'
}

/** Why nothing can be checked, with what to do; null where it can. */
async function obstacleTo({ gateway, token, subject }: ConformOptions): Promise<string | null> {
  try {
    const wire = subject === 'all' ? 'vela' : subject
    const link = await openLink(gateway, wire, { token, auth: 'query' })
    let code: number | null = null
    void link.closed.then((closing) => (code = closing.code))
    link.onFrame(() => {})
    // A gateway that wants a token may wait for it as the first frame; this one is no token.
    link.send('{}')
    await link.roundTrip()
    // What closed it is told a moment after the end of the trip.
    await new Promise((resolve) => setImmediate(resolve))
    link.close()
    if (code !== UNAUTHORIZED.code) return null
    return token === null
      ? `The gateway at ${gateway.host} wants a token: --token T or GATEWAY_TOKEN.`
      : `The gateway at ${gateway.host} does not know this token.`
  } catch (error) {
    if (!(error instanceof NotConnected)) throw error
    return `There is no gateway at ${gateway.host} (${error.message}). Its paths are ${Object.values(gatewayPaths).join(', ')}.`
  }
}

const WORDS = { kept: 'kept   ', broken: 'BROKEN ', skipped: 'skipped' } as const

function readableLine({ rule, result, reason }: Verdict, width: number): string {
  const place = rule.document === 'ruling' ? `ruling ${rule.section}` : `${rule.document} ${rule.section}`
  const why = reason === '' ? '' : `${' '.repeat(width + 11)}${plainText(reason)}\n`
  return `${WORDS[result]}  ${rule.id.padEnd(width)}  ${rule.sentence} (${place})\n${why}`
}

function jsonLine({ rule: { id, document, section, sentence }, result, reason }: Verdict): string {
  return `${plainText(JSON.stringify({ rule: id, document, section, sentence, result, reason }))}\n`
}
