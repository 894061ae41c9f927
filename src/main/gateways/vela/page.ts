// The page for a phone or a browser at `/vela`. Its files need no token; its connection does.
import { VELA_PAGE_PATH } from '../../../shared/wire/vela.ts'
import type { PageFile } from '../listener.ts'

/** Allows only scripts, styles and connections of this address, no inline code and no code from strings. */
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
    // The page turns no string into HTML or a script.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
}

/** Reads a file of the page by its path in the page's folder. It reads no file outside of that folder. */
export type ReadPageFile = (path: string) => Promise<{ body: Buffer; type: string } | null>

export function createVelaPage(read: ReadPageFile): (path: string) => Promise<PageFile | null> {
  return async (path) => {
    if (path !== VELA_PAGE_PATH && !path.startsWith(`${VELA_PAGE_PATH}/`)) return null
    const file = await read(path.slice(VELA_PAGE_PATH.length) || '/')
    return file && { ...file, headers }
  }
}
