// The page is served from app://parley, a scheme of our own: it has a real origin, unlike file://, and reaches nothing
// but the page's own files.
import { protocol, session } from 'electron'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { readRendererFile } from './renderer-files.ts'

const SCHEME = 'app'
const HOST = 'parley'
export const APP_URL = `${SCHEME}://${HOST}/`

/** Compared by its parts: a URL of a custom scheme says its origin is "null". */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol: scheme, host } = new URL(url)
  return scheme === `${SCHEME}:` && host === HOST
}

/** Must be called before the app is ready. */
export function declareAppProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** `servers` are those a page may connect to when it is loaded. */
export function serveAppProtocol(rendererRoot: string, servers: () => readonly string[]): void {
  session.defaultSession.protocol.handle(SCHEME, async (request) => {
    const headers = {
      'content-security-policy': contentSecurityPolicy(servers()),
      'x-content-type-options': 'nosniff',
    }
    const file = isAppUrl(request.url)
      ? await readRendererFile(rendererRoot, new URL(request.url).pathname)
      : null
    if (!file) return new Response('Not found', { status: 404, headers })
    return new Response(file.body, { headers: { ...headers, 'content-type': file.type } })
  })
}
