// The environment's names of what nobody but the app itself may know. A command that somebody lets the agent run is not
// given them: what it prints is shown, and in a LiveKit room everybody there sees it.
export const secretNames: ReadonlySet<string> = new Set([
  'GATEWAY_TOKEN',
  'LIVEKIT_API_KEY',
  'LIVEKIT_API_SECRET',
  'OPENCLAW_GATEWAY_TOKEN',
  'PARLEY_EARS_KEY',
  'PARLEY_VOICE_KEY',
])
