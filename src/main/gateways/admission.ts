// What a request says about its sender: the token, the page it comes from, and the host it asked for. With open access only
// pages of this gateway may connect, and the Host check stops pages whose name points at loopback.
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { isLoopback } from '../../base/host-address.ts'
import { parseJson } from '../../base/parse-json.ts'
import { TOKEN_PARAM } from '../../shared/wire/gateway.ts'

/** The name in a Host header, without its port. */
function nameOf(host: string): string {
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(host)?.[1] ?? ''
  return name.replace(/^\[|\]$/g, '').toLowerCase()
}

export const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split(/[?#]/)[0] ?? '/'

const PARAM = new RegExp(`[?&]${TOKEN_PARAM}=([^&#]*)`)

/** The token in the address or in the Authorization header, or null. */
export function shownToken(request: IncomingMessage): string | null {
  const inAddress = PARAM.exec(request.url ?? '')?.[1]
  if (inAddress !== undefined) return decoded(inAddress)
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Without a token, the request must name this computer by a name that no other can have. */
export const isOwnHost = (request: IncomingMessage): boolean => isLoopback(nameOf(request.headers.host ?? ''))

/** Whether a page of another site sends the request. Browsers name the page in Origin; other programs send none. */
export function isForeignPage(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return false
  return !(URL.canParse(origin) && new URL(origin).host === host)
}

const authFrame = z.object({ type: z.literal('auth'), token: z.string().max(4096) })

/** The token of an auth frame; null for any other frame. */
export function tokenOfFrame(data: string | Uint8Array): string | null {
  // A longer frame cannot be one.
  if (typeof data !== 'string' || data.length > 8192) return null
  const parsed = authFrame.safeParse(parseJson(data))
  return parsed.success ? parsed.data.token : null
}
