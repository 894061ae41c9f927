// What Parley's own participants agree on in a LiveKit room, beside LiveKit's conventions (transcription.ts).
import { z } from 'zod'

/** The agent's identity in every room. A restarted agent replaces its own stale participant. */
export const AGENT_IDENTITY = 'parley'

/** An attribute of the agent: an id of the running Parley. */
export const INSTANCE_ATTRIBUTE = 'parley.instance'

/** The prefix of the identities of the owner's windows. */
export const WINDOW_IDENTITY_PREFIX = 'window-'

/** The error code of a refused call. Its data has the fault. */
export const REFUSED = 101

export const refusal = z.object({ code: z.string().max(64), remedy: z.string().max(1024) })
