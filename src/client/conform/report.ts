// Checks a gateway and prints one line per rule, then a summary.
import type { Clock } from '../../core/ports/clock.ts'
import { UNAUTHORIZED } from '../../shared/wire/gateway.ts'
import { openLink, NotConnected } from '../link.ts'
import type { ConformOptions } from '../options.ts'
import { plainText } from '../printer.ts'
import { rulesOf } from '../wires.ts'
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
  const { gateway, token, wires, slow, timeoutMs, json } = options
  const obstacle = await obstacleTo(options)
  if (obstacle !== null) {
    complain(`${plainText(obstacle)}\n`)
    return 'unreachable'
  }
  const rules = rulesOf(wires)
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

/** Why the gateway cannot be checked and what to do about it, or null. */
async function obstacleTo({ gateway, token, wires }: ConformOptions): Promise<string | null> {
  try {
    const link = await openLink(gateway, wires[0]!.wire, { token, auth: 'query' })
    let code: number | null = null
    void link.closed.then((closing) => (code = closing.code))
    link.onFrame(() => {})
    // The gateway may wait for a first frame with the token. This frame has none.
    link.send('{}')
    await link.roundTrip()
    // The close event follows the end of the round trip.
    await new Promise((resolve) => setImmediate(resolve))
    link.close()
    if (code !== UNAUTHORIZED.code) return null
    return token === null
      ? `The gateway at ${gateway.host} needs a token. Use --token or GATEWAY_TOKEN, or on this computer --profile.`
      : `The gateway at ${gateway.host} refuses this token.`
  } catch (error) {
    if (!(error instanceof NotConnected)) throw error
    return `There is no gateway at ${gateway.host} (${error.message}).`
  }
}

const RESULTS = { kept: 'kept   ', broken: 'BROKEN ', skipped: 'skipped' } as const

function readableLine({ rule, result, reason }: Verdict, width: number): string {
  const why = reason === '' ? '' : `${' '.repeat(width + 11)}${plainText(reason)}\n`
  return `${RESULTS[result]}  ${rule.id.padEnd(width)}  ${rule.title}\n${why}`
}

function jsonLine({ rule: { id, title }, result, reason }: Verdict): string {
  return `${plainText(JSON.stringify({ rule: id, title, result, reason }))}\n`
}
