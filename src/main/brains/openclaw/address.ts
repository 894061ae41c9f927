// Where the gateway is: a name or an address, with wss:// before it where it is to be reached encrypted.
import { FaultError } from '../../../shared/errors.ts'

export interface Address {
  url: string
  /** The same for HTTP. */
  http: string
  /** As people write it. */
  place: string
  /** On this machine, so that it sees the folder that is open here. */
  isLocal: boolean
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

export function addressOf(host: string, port: number): Address {
  const [, scheme = 'ws', name = ''] = /^(?:(wss?):\/\/)?([^/?#@\s]+?)\/?$/i.exec(host.trim()) ?? []
  // A name with colons in it is an address of version six, and those wear brackets before a port.
  const bare = /^[^[]*:.*:/.test(name) ? `[${name}]` : name
  const url = `${scheme.toLowerCase()}://${bare}:${port}`
  if (bare === '' || !URL.canParse(url)) {
    throw new FaultError(
      'bad_request',
      `“${host}” is no address of a gateway.`,
      'Write a name, such as localhost.',
    )
  }
  return { url, http: url.replace(/^ws/, 'http'), place: `${bare}:${port}`, isLocal: LOOPBACK.test(bare) }
}
