// Who may connect. A token opens the door wherever one is set; without one, only this computer may come, and of its
// browsers only pages of our own. The Host check keeps out pages that made their own name point at loopback.
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { parseJson } from '../../core/parse-json.ts'
import { TOKEN_PARAM } from '../../shared/wire/gateway.ts'

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** The name in a Host header, without its port. */
function nameOf(host: string): string {
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(host)?.[1] ?? ''
  return name.replace(/^\[|\]$/g, '').toLowerCase()
}

export const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split(/[?#]/)[0] ?? '/'

const PARAM = new RegExp(`[?&]${TOKEN_PARAM}=([^&#]*)`)

/** The token in the address or in the Authorization header; null where none is shown. */
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

/** Without a token, whoever asks must have asked for this computer by a name that nobody else can have. */
export const isOwnHost = (request: IncomingMessage): boolean => isLoopback(nameOf(request.headers.host ?? ''))

/** A browser says which page asks: one of ours is at the address it asks. Other programs say nothing. */
export function isForeignPage(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return false
  return !(URL.canParse(origin) && new URL(origin).host === host)
}

const authFrame = z.object({ type: z.literal('auth'), token: z.string().max(4096) })

/** The token of a first frame that is there to show it; null for any other frame. */
export function tokenOfFrame(data: string | Uint8Array): string | null {
  // Nothing that is much longer can be one, and need not be read to know it.
  if (typeof data !== 'string' || data.length > 8192) return null
  const parsed = authFrame.safeParse(parseJson(data))
  return parsed.success ? parsed.data.token : null
}
