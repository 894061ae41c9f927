// The page for a phone or a browser at `/vela`. Its files are no secret; what it connects to asks for the token.
import { VELA_PAGE_PATH } from '../../../shared/wire/gateway.ts'
import type { PageFile } from '../listener.ts'

/** Scripts, styles and connections of this very address and nothing else; no code in the page, none out of strings. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
}

/** A file of the page by its path below the page's folder, where no way leads out of that. */
export type ReadPageFile = (path: string) => Promise<{ body: Buffer; type: string } | null>

export function createVelaPage(read: ReadPageFile): (path: string) => Promise<PageFile | null> {
  return async (path) => {
    if (path !== VELA_PAGE_PATH && !path.startsWith(`${VELA_PAGE_PATH}/`)) return null
    const file = await read(path.slice(VELA_PAGE_PATH.length) || '/')
    return file && { ...file, headers }
  }
}
