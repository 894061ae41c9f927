// Who may talk to browser mode: a page of this very server, that knows the token. The Host check keeps out pages that
// made their own name point at loopback.
import { createHash, timingSafeEqual } from 'node:crypto'

const TOKEN_PREFIX = 'token.'

const ownHosts = (port: number): string[] => [`127.0.0.1:${port}`, `localhost:${port}`]

export const isOwnHost = (host: string | undefined, port: number): boolean =>
  host !== undefined && ownHosts(port).includes(host)

export const isOwnOrigin = (origin: string | undefined, port: number): boolean =>
  origin !== undefined && ownHosts(port).some((host) => origin === `http://${host}`)

/** The token among the WebSocket protocols asked for: the one header a page can set. */
export const tokenOf = (protocols: string | undefined): string =>
  (protocols ?? '')
    .split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(TOKEN_PREFIX))
    ?.slice(TOKEN_PREFIX.length) ?? ''

/** Compared in constant time, whatever the lengths. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return expected !== '' && timingSafeEqual(digest(given), digest(expected))
}
