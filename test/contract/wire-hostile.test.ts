// Hostile input. No reader throws, none is fooled by names that every object has, and every field that a reader uses is checked.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decideHunksRequest } from '../../src/shared/wire/room-calls.ts'
import { chunkMessage, envelopedEvent, gangliaEvent } from '../../src/shared/wire/ganglia.ts'
import { g2Inbound, g2Outbound } from '../../src/shared/wire/g2.ts'
import {
  openClawInbound,
  openClawReason,
  openClawRequest,
  parseOpenClawAgentEvent,
} from '../../src/shared/wire/openclaw.ts'
import { protocols } from '../../src/shared/wire/registry.ts'
import { velaClientEvent, velaServerEvent } from '../../src/shared/wire/vela.ts'
import { parseVoiceIdeEvent } from '../../src/shared/wire/voice-ide.ts'

const unions: Record<string, z.ZodType> = {
  gangliaEvent,
  envelopedEvent,
  chunkMessage,
  velaClientEvent,
  velaServerEvent,
  g2Inbound,
  g2Outbound,
  openClawRequest,
  openClawInbound,
}
const schemas = [
  ...Object.values(unions),
  ...protocols.flatMap(({ messages }) => messages.map((m) => m.schema)),
]

function readByAll(value: unknown): void {
  for (const schema of schemas) schema.safeParse(value)
  parseVoiceIdeEvent(value)
  parseOpenClawAgentEvent(value)
  openClawReason(value)
}

const messages = protocols.flatMap(({ id, messages: listed }) =>
  listed.flatMap(({ name, schema, examples }) =>
    examples.map((example) => ({ title: `${id} ${name}`, schema, example })),
  ),
)

type Json = Record<string, unknown>
type Path = readonly string[]

/** The paths of the fields that a JSON Schema requires, at any depth, if all fields above them are required too. */
function requiredPaths(schema: Json, above: Path = []): Path[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  return ((schema['required'] ?? []) as string[]).flatMap((key) => [
    [...above, key],
    ...requiredPaths(properties[key] ?? {}, [...above, key]),
  ])
}

/** Whether the field at a path may be null. */
function mayBeNull(schema: Json, path: Path): boolean {
  const field = path.reduce((inner, key) => ((inner['properties'] as Json)[key] ?? {}) as Json, schema)
  const alternatives = (field['anyOf'] ?? [field]) as Json[]
  return alternatives.some(({ type }) => [type].flat().includes('null'))
}

/** A deep copy in which `change` replaced the field at a path, or removed it. */
function changed(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const copy = structuredClone(value) as Json
  const parent = path.slice(0, -1).reduce((inner, key) => inner[key] as Json, copy)
  const last = path.at(-1) ?? ''
  const next = change(parent[last])
  if (next === undefined) delete parent[last]
  else parent[last] = next
  return copy
}

describe('any JSON value', () => {
  it('is read by every reader without an exception', () => {
    fc.assert(fc.property(fc.jsonValue(), readByAll), { numRuns: 300 })
  })

  it('is read without an exception in place of any field of a real message', () => {
    const slots = messages.flatMap(({ schema, example }) =>
      requiredPaths(z.toJSONSchema(schema, { io: 'input' })).map((path) => ({ example, path })),
    )
    fc.assert(
      fc.property(fc.constantFrom(...slots), fc.jsonValue(), ({ example, path }, value) => {
        readByAll(changed(example, path, () => value))
      }),
      { numRuns: 500 },
    )
  })

  it('is read without an exception when it is nested deeper than any stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    readByAll(deep)
    for (const { example } of messages)
      readByAll({ ...(example as Json), payload: deep, kind: { error: deep } })
  })

  it.each([
    null,
    true,
    0,
    1e308,
    '',
    'status',
    [],
    [{ type: 'ping' }],
    {},
    { type: null },
    { type: ['ping'] },
  ])('is not a message when it is %j', (value) => {
    for (const schema of schemas) expect(schema.safeParse(value).success).toBe(false)
    expect(parseVoiceIdeEvent(value)).toMatchObject({ ok: false, reason: 'invalid' })
    expect(parseOpenClawAgentEvent(value)).toMatchObject({ ok: false, reason: 'invalid' })
  })
})

describe.each(messages)('the message $title', ({ schema, example }) => {
  const described = z.toJSONSchema(schema, { io: 'input' })
  const required = requiredPaths(described)

  it('is refused without any one of its required fields', () => {
    expect(required.length).toBeGreaterThan(0)
    for (const path of required) {
      const broken = changed(example, path, () => undefined)
      expect(schema.safeParse(broken).success, path.join('.')).toBe(false)
    }
  })

  it('is refused when a required field is null, in a list, in an object, or another type', () => {
    for (const path of required) {
      for (const change of [
        ...(mayBeNull(described, path) ? [] : [() => null]),
        (old: unknown) => [old],
        // Where any object is accepted, only other values are wrapped in one.
        (old: unknown) => (typeof old === 'object' && old !== null ? true : { value: old }),
        (old: unknown) => (typeof old === 'string' || old === null ? 7 : 'seven'),
      ]) {
        const broken = changed(example, path, change)
        expect(schema.safeParse(broken).success, `${path.join('.')} in ${JSON.stringify(broken)}`).toBe(false)
      }
    }
  })

  it('is understood with additional unknown fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const grown = { ...(example as Json), 'x-later': value, another_field: { deep: [value] } }
        const plain = schema.parse(example) as Json
        expect(schema.parse(grown)).toEqual(plain)
      }),
      { numRuns: 20 },
    )
  })
})

describe('unknown fields', () => {
  it('are ignored inside payloads and bodies, too', () => {
    expect(
      velaClientEvent.safeParse({ type: 'input_audio.append', payload: { chunk: 'x', codec: 'opus' } })
        .success,
    ).toBe(true)
    expect(
      parseVoiceIdeEvent({
        id: 'i',
        timestamp: '2025-01-15T10:30:00Z',
        kind: { error: { code: 'c', message: 'm', hint: 'h' } },
      }).ok,
    ).toBe(true)
    expect(
      envelopedEvent.safeParse({
        id: 'i',
        timestamp: 1,
        type: 'status',
        payload: { state: 'reading', progress: 0.5, metadata: { line: 4 } },
      }).success,
    ).toBe(true)
  })
})

describe('names that every object has', () => {
  const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

  it.each(inherited)('are not a message when the type is %s', (type) => {
    for (const schema of schemas) {
      expect(schema.safeParse({ type, payload: {}, artifact_type: type, method: type }).success).toBe(false)
    }
  })

  it.each(inherited)('are not a VoiceIDE kind when the kind is %s', (kind) => {
    const value: unknown = JSON.parse(
      `{"id":"i","timestamp":"2025-01-15T10:30:00Z","kind":{${JSON.stringify(kind)}:{"sessionId":"s"}}}`,
    )
    expect(parseVoiceIdeEvent(value)).toEqual({ ok: false, reason: 'unknown_kind', kind })
  })

  it('cannot hide a second kind', () => {
    const value: unknown = JSON.parse(
      '{"id":"i","timestamp":"2025-01-15T10:30:00Z","kind":{"sessionStart":{"sessionId":"s"},"__proto__":{}}}',
    )
    expect(parseVoiceIdeEvent(value)).toMatchObject({ ok: false, reason: 'invalid' })
  })

  it('change neither what is read nor any other object', () => {
    for (const { schema, example } of messages) {
      const text = JSON.stringify(example).replace(/^\{/, '{"__proto__":{"polluted":true},')
      const parsed = schema.parse(JSON.parse(text)) as Json
      expect(parsed['polluted']).toBeUndefined()
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
    }
    expect(({} as Json)['polluted']).toBeUndefined()
  })
})

describe('a VoiceIDE event', () => {
  const envelope = { id: 'i', timestamp: '2025-01-15T10:30:00.000Z' }

  it.each([{}, { sessionStart: { sessionId: 's' }, error: { code: 'c', message: 'm' } }])(
    'has exactly one kind, so %j is broken',
    (kind) => {
      expect(parseVoiceIdeEvent({ ...envelope, kind })).toEqual({
        ok: false,
        reason: 'invalid',
        problem: 'kind: must have exactly one key',
      })
    },
  )

  it.each(['sessionStart', ['sessionStart'], null, 3])(
    'has an object for its kind, so %j is invalid',
    (kind) => {
      expect(parseVoiceIdeEvent({ ...envelope, kind })).toMatchObject({ ok: false, reason: 'invalid' })
    },
  )

  it.each(['yesterday', '2025-13-01T00:00:00Z', '2025-01-15', 1_736_937_000_000])(
    'of the server has a time for its timestamp, so %j is invalid',
    (timestamp) => {
      const kind = { assistantSpeechFinal: { text: 'Hi there!' } }
      expect(parseVoiceIdeEvent({ id: 'i', timestamp, kind })).toMatchObject({ ok: false, reason: 'invalid' })
    },
  )

  it('of any kind is understood, unknown or invalid', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (kind, body) => {
        const parsed = parseVoiceIdeEvent({ ...envelope, kind: Object.fromEntries([[kind, body]]) })
        if (!parsed.ok && parsed.reason === 'unknown_kind') expect(parsed.kind).toBe(kind)
        if (!parsed.ok && parsed.reason === 'invalid') expect(parsed.problem).not.toBe('')
      }),
    )
  })
})

describe('invalid numbers', () => {
  it.each([0, -16000, 0.5, 1e308, 2 ** 53, '16000'])('are not a sample rate: %j', (sampleRate) => {
    const frame = { type: 'start_audio', sampleRate, channels: 1, sampleWidth: 2 }
    expect(g2Inbound.safeParse(frame).success).toBe(false)
  })

  it.each([-1, 0.5, 1e21, 2 ** 53, '1'])('are not a request id: %j', (id) => {
    expect(openClawInbound.safeParse({ type: 'res', id, ok: true, payload: {} }).success).toBe(false)
  })

  it.each([
    [-1, 3],
    [0.5, 3],
    [1e308, 3],
    [0, 0],
    [0, -1],
    [0, 1e308],
  ])('are not a chunk: %d of %d', (chunk_index, total_chunks) => {
    const chunk = { type: 'chunk', transfer_id: 't', chunk_index, total_chunks, data: '' }
    expect(chunkMessage.safeParse(chunk).success).toBe(false)
  })

  it.each([-1, 0.5, 1e308])('are not a line: %d', (line) => {
    const event = {
      type: 'artifact',
      artifact_type: 'search_results',
      query: 'q',
      results: [{ file: 'f', line, content: 'c' }],
    }
    expect(gangliaEvent.safeParse(event).success).toBe(false)
  })

  it.each(['true', 1, null])('are not the outcome of a response: %j', (ok) => {
    expect(openClawInbound.safeParse({ type: 'res', id: 1, ok }).success).toBe(false)
  })
})

describe('Decisions about hunks', () => {
  const key = '0123456789abcdef'
  it.each([
    ['no hunk', []],
    ['more hunks than are decided at once', Array.from({ length: 501 }, () => key)],
    ['a name that is no key', ['__proto__']],
    ['a key with more behind it', [`${key}.1\n`]],
  ])('are refused with %s', (_, hunks) => {
    expect(decideHunksRequest.safeParse({ artifactId: 'd1', hunks, decision: 'kept' }).success).toBe(false)
  })

  it('cannot say that a hunk was reverted', () => {
    const request = { artifactId: 'd1', hunks: [key], decision: 'kept' }
    expect(decideHunksRequest.safeParse(request).success).toBe(true)
    expect(decideHunksRequest.safeParse({ ...request, decision: 'reverted' }).success).toBe(false)
  })
})
