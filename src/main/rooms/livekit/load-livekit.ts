// Loads LiveKit's library when it is first needed: it is large, and most users never join a room.

/** The library logs to standard output, where browser mode prints only its address. Its log goes to standard error. */
export async function loadLiveKit(): Promise<typeof import('./livekit-room.ts')> {
  const { NODE_ENV } = process.env
  const { fd } = process.stdout
  process.env['NODE_ENV'] = 'production'
  Object.defineProperty(process.stdout, 'fd', {
    value: process.stderr.fd,
    configurable: true,
    writable: true,
  })
  try {
    return await import('./livekit-room.ts')
  } finally {
    Object.defineProperty(process.stdout, 'fd', { value: fd, configurable: true, writable: true })
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = NODE_ENV
  }
}
