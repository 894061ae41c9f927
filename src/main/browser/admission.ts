// Who may connect to browser mode: a page of this server that knows the token. The Host check refuses pages whose own domain
// points at loopback (DNS rebinding).
import { createHash, timingSafeEqual } from 'node:crypto'

const TOKEN_PREFIX = 'token.'

const ownHosts = (port: number): string[] => [`127.0.0.1:${port}`, `localhost:${port}`]

export const isOwnHost = (host: string | undefined, port: number): boolean =>
  host !== undefined && ownHosts(port).includes(host)

export const isOwnOrigin = (origin: string | undefined, port: number): boolean =>
  origin !== undefined && ownHosts(port).some((host) => origin === `http://${host}`)

/** The token among the requested WebSocket protocols, the only header a page can set. */
export const tokenOf = (protocols: string | undefined): string =>
  (protocols ?? '')
    .split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(TOKEN_PREFIX))
    ?.slice(TOKEN_PREFIX.length) ?? ''

/** Compares in constant time, whatever the lengths. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return expected !== '' && timingSafeEqual(digest(given), digest(expected))
}
