// The only way to start a worker: the page's policy accepts no other script addresses.

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): URL }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

function ownScript(url: string): string {
  const { origin, protocol, host } = new URL(url, location.href)
  // A page with a custom scheme has the origin "null", so this compares the parts.
  if (protocol !== location.protocol || host !== location.host)
    throw new TypeError(`The page must not start a worker from ${origin}.`)
  return url
}

const policy = trustedTypes?.createPolicy('parley-worker', { createScriptURL: ownScript })

export const startWorker = (url: string): Worker =>
  new Worker(policy?.createScriptURL(url) ?? ownScript(url), { type: 'module' })
