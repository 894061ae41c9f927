// Rulings 11 and 15: one listener for the three wires.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { HEALTH_PATH } from '../../shared/wire/gateway.ts'
import type { VelaServerEvent } from '../../shared/wire/vela.ts'
import { NotConnected } from '../link.ts'
import { must } from './probe.ts'
import { openVela } from './vela/vela-probe.ts'
import { Broken, Unseen, type Bench, type Rule } from './rule.ts'

const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

async function addressOf(gateway: URL): Promise<string> {
  const host = gateway.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 ? host : (await lookup(host)).address
}

/** What a client without a token is told; null where nobody is there. */
async function welcome(bench: Bench): Promise<VelaServerEvent | null> {
  try {
    return await (await openVela(bench)).next('session.ready')
  } catch (error) {
    if (error instanceof NotConnected || error instanceof Broken) return null
    throw error
  }
}

function health(bench: Bench): URL {
  const url = new URL(bench.gateway)
  url.protocol = url.protocol === 'wss:' ? 'https:' : 'http:'
  url.pathname = `${url.pathname.replace(/\/$/, '')}${HEALTH_PATH}`
  return url
}

export const listenerRules: readonly Rule[] = [
  {
    document: 'ruling',
    section: '15',
    id: 'listener-health',
    sentence: '/healthz tells that the gateway is well.',
    async check(bench) {
      const response = await fetch(health(bench), { signal: AbortSignal.timeout(bench.timeoutMs) }).catch(
        (error: unknown) => must(false, `No answer: ${String(error)}.`),
      )
      must(response?.ok === true, `The answer was ${response?.status}.`)
    },
  },
  {
    document: 'ruling',
    section: '11',
    id: 'listener-loopback',
    sentence: 'No token set: the listener refuses to bind anything but loopback.',
    needs: ['no token'],
    async check(bench) {
      const address = await addressOf(bench.gateway)
      if (isLoopback(address)) throw new Unseen('we came by loopback; use another address of this computer')
      const frame = await welcome(bench)
      must(frame?.type !== 'session.ready', `It was reached at ${address} without a token.`)
    },
  },
]
