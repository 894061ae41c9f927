// The typed envelope of VoiceIDE events, which current versions of Abyss use: `type` names the kind, `payload` has its
// fields, and the version is an integer. The events are the same.
import { z } from 'zod'
import { gatewayWire, TOKEN_PARAM } from './gateway.ts'
import { message, problemOf, type Protocol, type WireMessage } from './protocol.ts'
import {
  kindOf,
  parseVoiceIdeEvent,
  voiceIdeMessages,
  voiceIdeKinds,
  voiceIdeProtocol,
  type VoiceIdeEvent,
  type VoiceIdeKind,
  type VoiceIdeParsed,
} from './voice-ide.ts'

export const TYPED_VERSION = 1

const id = z.string().min(1).max(128)

const envelope = {
  id,
  timestamp: z.string().max(64),
  sessionId: id.nullish(),
  // Nothing depends on the version.
  protocolVersion: z.number().int().positive().optional(),
}
const typedEnvelope = z.object({
  ...envelope,
  type: z.string().min(1).max(128),
  payload: z.record(z.string(), z.unknown()),
})

const kindOfType = new Map<string, VoiceIdeKind>(
  voiceIdeKinds.map((kind) => [voiceIdeMessages[kind].name, kind]),
)

export interface TypedEvent {
  id: string
  type: string
  timestamp: string
  sessionId?: string
  protocolVersion: number
  payload: object
}

/** Whether the value is meant as a typed envelope, valid or not. */
export const isTyped = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && !('kind' in value)

/** Reads one event in a typed envelope, and the session that it names. Never throws. */
export function parseTypedEvent(value: unknown): { parsed: VoiceIdeParsed; sessionId: string | null } {
  const outer = typedEnvelope.safeParse(value)
  if (!outer.success)
    return { parsed: { ok: false, reason: 'invalid', problem: problemOf(outer.error) }, sessionId: null }
  const { type, payload, sessionId, ...rest } = outer.data
  const kind = kindOfType.get(type)
  if (kind === undefined) {
    return { parsed: { ok: false, reason: 'unknown_kind', kind: type }, sessionId: sessionId ?? null }
  }
  // The envelope names the session if the payload does not.
  const parsed = parseVoiceIdeEvent({ ...rest, kind: { [kind]: { sessionId, ...payload } } })
  if (!parsed.ok && parsed.reason === 'invalid')
    parsed.problem = parsed.problem.replace(`kind.${kind}`, 'payload')
  return { parsed, sessionId: sessionId ?? null }
}

/** The same event in a typed envelope. */
export function typedEvent(event: VoiceIdeEvent, sessionId: string | null): TypedEvent {
  const kind = kindOf(event)
  return {
    id: event.id,
    type: voiceIdeMessages[kind].name,
    timestamp: event.timestamp,
    ...(sessionId !== null && { sessionId }),
    protocolVersion: TYPED_VERSION,
    payload: Object.values(event.kind)[0] as object,
  }
}

function typedMessage(kind: VoiceIdeKind): WireMessage {
  const { name, direction, meaning, schema, examples } = voiceIdeMessages[kind]
  const fields = schema.shape.kind.shape as Record<string, z.ZodType>
  return message({
    name,
    direction,
    meaning,
    schema: z.object({ ...envelope, type: z.literal(name), payload: fields[kind]! }),
    examples: [typedEvent(examples.at(-1) as VoiceIdeEvent, 'abc123') as never],
  })
}

const voiceIdeTypedProtocol: Protocol = {
  id: 'voice-ide-typed',
  title: 'VoiceIDE events, typed',
  transport: voiceIdeProtocol.transport,
  where: voiceIdeProtocol.where,
  messages: voiceIdeKinds.map(typedMessage),
}

export const voiceIdeWire = gatewayWire({
  id: 'voice-ide',
  title: 'VoiceIDE client',
  device: 'VoiceIDE',
  path: '/events',
  pairing: {
    steps: 'In VoiceIDE, scan the code, or enter the link as the address of the server.',
    link: ({ host, isLoopback, token }) =>
      `ws${isLoopback ? '' : 's'}://${host}/events?${TOKEN_PARAM}=${token}`,
  },
  protocols: [voiceIdeProtocol, voiceIdeTypedProtocol],
})
