// Serves the page from app://parley: unlike file://, this scheme has a real origin and reaches only the page's own files.
import { protocol, session } from 'electron'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { readRendererFile } from './renderer-files.ts'

const SCHEME = 'app'
const HOST = 'parley'
export const APP_URL = `${SCHEME}://${HOST}/`

/** Compares the parts, because the origin of a custom scheme is "null". */
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

/** `servers` are the servers a page may connect to. */
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
