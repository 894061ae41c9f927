// What kind of address a host is.

const withoutBrackets = (host: string): string => host.toLowerCase().replace(/^\[(.*)\]$/, '$1')

/** Whether a host name or address, with or without IPv6 brackets, is this computer's loopback. */
export function isLoopback(host: string): boolean {
  const name = withoutBrackets(host)
  return name === 'localhost' || name === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(name)
}

/** Whether a listener on this address accepts connections from every network. */
export const isAnyAddress = (host: string): boolean => /^(?:0\.0\.0\.0|::)$/.test(withoutBrackets(host))

/** Whether an IPv4 address belongs to a private network, such as the one at home. */
export const isPrivateAddress = (address: string): boolean =>
  /^(?:192\.168\.|10\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address)
