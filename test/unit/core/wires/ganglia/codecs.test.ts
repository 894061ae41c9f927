import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeEnveloped } from '../../../../../src/core/wires/ganglia/enveloped.ts'
import { encodeFlat } from '../../../../../src/core/wires/ganglia/flat.ts'
import { decodePacket } from '../../../../../src/core/wires/ganglia/decode-packet.ts'
import { toUtf8 } from '../../../../../src/base/utf8.ts'
import type { Artifact } from '../../../../../src/shared/artifacts.ts'
import {
  statusActions,
  type ConversationEvent,
  type RecordedEvent,
} from '../../../../../src/shared/conversation.ts'
import { envelopedEvent, gangliaEvent } from '../../../../../src/shared/wire/ganglia.ts'

const record = (event: ConversationEvent): RecordedEvent => ({ id: 'event-1', at: 1_700_000_000_000, event })
const packet = (value: unknown): Uint8Array => toUtf8(JSON.stringify(value))
const decode = (value: unknown) => decodePacket(packet(value), () => 'made-up')
const created = (artifact: Artifact): RecordedEvent =>
  record({ type: 'artifact.created', turnId: 'turn-1', artifact })

const artifacts: Artifact[] = [
  { kind: 'diff', id: 'a', title: 'A change', file: 'src/a.ts', diff: '--- a\n+++ b\n' },
  {
    kind: 'code',
    id: 'b',
    title: 'b.py',
    content: 'x = 1',
    language: 'python',
    file: 'b.py',
    startLine: 3,
    focusLine: 4,
  },
  { kind: 'markdown', id: 'c', title: 'Read me', content: '# Hi', file: 'README.md' },
  { kind: 'file', id: 'd', title: 'logo.png', file: 'logo.png', size: 12, note: 'A picture.' },
  {
    kind: 'search_results',
    id: 'e',
    title: 'find x',
    query: 'x',
    results: [{ file: 'a', line: 1, content: 'x' }],
    truncated: true,
  },
  { kind: 'error', id: 'f', title: 'Failed', message: 'It broke', stack: 'at x' },
]

describe('the flat dialect', () => {
  it.each(artifacts)('carries a $kind artifact there and back under its own name', (artifact) => {
    const message = encodeFlat(created(artifact))
    expect(gangliaEvent.parse(message)).toEqual(message)
    expect(message).toMatchObject({
      type: 'artifact',
      artifact_type: artifact.kind,
      id: 'event-1',
      turn_id: 'turn-1',
    })
    expect(decode(message)).toEqual({
      tag: 'message',
      message: {
        type: 'artifact',
        artifact,
        id: 'event-1',
        at: 1_700_000_000_000,
        turnId: 'turn-1',
        source: null,
      },
    })
  })

  it('carries a status, with the enveloped dialect’s id and timestamp added', () => {
    const event = {
      type: 'status.changed',
      turnId: 't',
      action: 'reading_file',
      detail: 'a.ts',
      startedAt: 5,
    } as const
    expect(encodeFlat(record(event))).toEqual({
      type: 'status',
      action: 'reading_file',
      detail: 'a.ts',
      startedAt: 5,
      id: 'event-1',
      timestamp: 1_700_000_000_000,
      turn_id: 't',
    })
  })

  it('carries the reply’s text as content', () => {
    const event = { type: 'reply.appended', turnId: 't', segmentId: 's', delta: 'Hello' } as const
    expect(encodeFlat(record(event))).toMatchObject({ type: 'content', delta: 'Hello' })
  })

  it('understands a sender without ids, and makes one for its artifact', () => {
    expect(
      decode({ type: 'artifact', artifact_type: 'code', content: 'x', file: 'src/deep/app.ts' }),
    ).toMatchObject({
      tag: 'message',
      message: { id: null, artifact: { id: 'made-up', title: 'app.ts' } },
    })
  })
})

describe('the enveloped dialect', () => {
  it.each(artifacts)('carries a $kind artifact in one of its three kinds', (artifact) => {
    const message = encodeEnveloped(created(artifact))
    expect(envelopedEvent.parse(message)).toEqual(message)
    const decoded = decode(message)
    expect(decoded).toMatchObject({ tag: 'message', message: { type: 'artifact', id: 'event-1' } })
    const text = JSON.stringify(decoded)
    for (const word of Object.values(artifact).filter(
      (value) => typeof value === 'string' && value.length > 5,
    )) {
      if (word !== artifact.kind && word !== 'python')
        expect(text).toContain(JSON.stringify(word).slice(1, -1))
    }
  })

  it('knows a state for every action, and no content events', () => {
    for (const action of statusActions) {
      const message = encodeEnveloped(record({ type: 'status.changed', turnId: 't', action, startedAt: 1 }))
      expect(envelopedEvent.safeParse(message).success).toBe(true)
    }
    expect(
      encodeEnveloped(record({ type: 'reply.appended', turnId: 't', segmentId: 's', delta: 'x' })),
    ).toBeNull()
  })

  it('puts the file and the tool into the metadata', () => {
    const event = {
      type: 'status.changed',
      turnId: 't',
      action: 'reading_file',
      detail: 'src/auth.ts',
      tool: 'Read',
      startedAt: 1,
    } as const
    expect(encodeEnveloped(record(event))).toEqual({
      id: 'event-1',
      timestamp: 1_700_000_000_000,
      type: 'status',
      payload: { state: 'reading', message: 'src/auth.ts', metadata: { tool: 'Read', file: 'src/auth.ts' } },
    })
  })

  it('lets no backticks in search results break out of their fence', () => {
    const hostile: Artifact = {
      kind: 'search_results',
      id: 'e',
      title: 't',
      query: 'q',
      results: [{ file: 'a', line: 1, content: '```` # big' }],
    }
    const message = encodeEnveloped(created(hostile))
    expect(message).toMatchObject({ payload: { content: '`````\na:1: ```` # big\n`````' } })
  })
})

describe('any packet', () => {
  it('is at most unknown, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodePacket(bytes, () => 'x').tag).toBe('unknown')
      }),
    )
  })

  it('never throws, whatever its JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('status', 'artifact', 'chunk', 'content'),
        (value, type) => {
          decode(value)
          decode({ type, payload: value })
          decode({ type, artifact_type: 'diff', ...(value as object) })
        },
      ),
    )
  })
})
