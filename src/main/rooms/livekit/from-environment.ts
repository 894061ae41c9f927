// The key and the secret of a LiveKit server, under the names LiveKit's own tools know.

export function livekitKeys(env: NodeJS.ProcessEnv): { key: string; secret: string } | null {
  const { LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = env
  return key && secret ? { key, secret } : null
}
