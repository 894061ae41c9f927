// Rules of the listener, which all wires share.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLoopback } from '../../base/host-address.ts'
import { HEALTH_PATH } from '../../shared/wire/gateway.ts'
import type { VelaServerEvent } from '../../shared/wire/vela.ts'
import { NotConnected } from '../link.ts'
import { must } from './probe.ts'
import { openVela } from '../vela/probe.ts'
import { Broken, NotObserved, type CheckContext, type Rule } from './rule.ts'

async function addressOf(gateway: URL): Promise<string> {
  const host = gateway.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 ? host : (await lookup(host)).address
}

/** The first frame for a client without a token; null if there is none. */
async function welcome(context: CheckContext): Promise<VelaServerEvent | null> {
  try {
    return await (await openVela(context)).next('session.ready')
  } catch (error) {
    if (error instanceof NotConnected || error instanceof Broken) return null
    throw error
  }
}

function health(context: CheckContext): URL {
  const url = new URL(context.gateway)
  url.protocol = url.protocol === 'wss:' ? 'https:' : 'http:'
  url.pathname = `${url.pathname.replace(/\/$/, '')}${HEALTH_PATH}`
  return url
}

export const listenerRules: readonly Rule[] = [
  {
    id: 'listener-health',
    title: 'GET /healthz answers 200.',
    async check(context) {
      const response = await fetch(health(context), { signal: AbortSignal.timeout(context.timeoutMs) }).catch(
        (error: unknown) => must(false, `No answer: ${String(error)}.`),
      )
      must(response?.ok === true, `The answer was ${response?.status}.`)
    },
  },
  {
    id: 'listener-loopback',
    title: 'Access without a token works only on the gateway’s own computer.',
    needs: ['no token'],
    async check(context) {
      const address = await addressOf(context.gateway)
      if (isLoopback(address))
        throw new NotObserved('the gateway was reached over loopback; use another address of this computer')
      const frame = await welcome(context)
      must(frame?.type !== 'session.ready', `A client was accepted at ${address} without a token.`)
    },
  },
]
