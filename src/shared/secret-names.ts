// The environment variables that hold secrets. Commands that the agent runs do not get them: their output is shown, in a
// LiveKit room to everybody.
export const secretNames: ReadonlySet<string> = new Set([
  'GATEWAY_TOKEN',
  'LIVEKIT_API_KEY',
  'LIVEKIT_API_SECRET',
  'OPENCLAW_GATEWAY_TOKEN',
  'PARLEY_EARS_KEY',
  'PARLEY_RECOGNIZER_KEY',
  'PARLEY_VOICE_KEY',
])
