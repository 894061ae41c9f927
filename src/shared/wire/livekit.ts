// What Parley's own participants agree on in a LiveKit room, beside LiveKit's conventions (transcription.ts).
import { z } from 'zod'

/** Who the agent is in every room: one that comes back takes the place of a ghost of its own. */
export const AGENT_IDENTITY = 'parley'

/** An attribute of the agent: which Parley it is, by a name it has for as long as it runs. */
export const INSTANCE = 'parley.instance'

/** How the identities of the owner's own windows begin. */
export const WINDOW_IDENTITY = 'window-'

/** The code of an error that answers a call; its data says which fault it is. */
export const REFUSED = 101

/** The data of such an error. */
export const refusal = z.object({ code: z.string().max(64), remedy: z.string().max(1024) })
