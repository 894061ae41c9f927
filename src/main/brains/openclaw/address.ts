// The address of the gateway: a name or an address, with wss:// before it for TLS.
import { isLoopback } from '../../../base/host-address.ts'
import { FaultError } from '../../../shared/errors.ts'

export interface Address {
  url: string
  /** The same for HTTP. */
  http: string
  /** As users write it. */
  place: string
  /** On this computer, so that the gateway sees the open folder. */
  isLocal: boolean
}

export function addressOf(host: string, port: number): Address {
  const [, scheme = 'ws', name = ''] = /^(?:(wss?):\/\/)?([^/?#@\s]+?)\/?$/i.exec(host.trim()) ?? []
  // An IPv6 address needs brackets before a port.
  const bare = /^[^[]*:.*:/.test(name) ? `[${name}]` : name
  const url = `${scheme.toLowerCase()}://${bare}:${port}`
  if (bare === '' || !URL.canParse(url)) {
    throw new FaultError(
      'bad_request',
      `“${host}” is not the address of a gateway.`,
      'Enter a name, such as localhost.',
    )
  }
  return { url, http: url.replace(/^ws/, 'http'), place: `${bare}:${port}`, isLocal: isLoopback(bare) }
}
