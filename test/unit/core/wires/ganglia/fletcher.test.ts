// Fletcher's frames on `ganglia-events`: Parley shows its agent's artifacts, and its app reads Parley's.
import { expect, it } from 'vitest'
import { decodeClientMessage } from '../../../../../src/core/wires/ganglia/decode-packet.ts'
import { decodePacket } from '../../../../../src/core/wires/ganglia/decode-packet.ts'
import { encodeFlat } from '../../../../../src/core/wires/ganglia/flat.ts'
import { agentSegment } from '../../../../../src/core/conversation/conversation-state.ts'
import { toUtf8 } from '../../../../../src/base/utf8.ts'
import type { Artifact } from '../../../../../src/shared/artifacts.ts'
import {
  artifactInFletcher,
  fletcherAgentSends,
  fletcherAppSends,
} from '../../../../fixtures/clients/fletcher.ts'

const bytes = (value: object): Uint8Array => toUtf8(JSON.stringify(value))
const decode = (value: object) => decodePacket(bytes(value), () => 'fresh')

it('Fletcher’s artifacts are understood, with `path` as their file', () => {
  const { markdown, file, code, status } = fletcherAgentSends
  const artifact = (value: object): unknown => {
    const decoded = decode(value)
    return decoded.tag === 'message' && decoded.message.type === 'artifact'
      ? decoded.message.artifact
      : decoded
  }
  expect(artifact(markdown)).toEqual({
    kind: 'markdown',
    id: 'fresh',
    title: 'plan.md',
    content: '# Plan\n',
    file: 'docs/plan.md',
  })
  expect(artifact(file)).toEqual({
    kind: 'file',
    id: 'fresh',
    title: 'todo',
    content: 'Buy milk.\n',
    file: 'notes/todo',
  })
  expect(artifact(code)).toMatchObject({ kind: 'code', file: 'src/a.ts' })
  expect(decode(status)).toMatchObject({
    tag: 'message',
    message: { type: 'status', action: 'reading_file' },
  })
})

it('`file` wins over `path`, and a file artifact without both is invalid', () => {
  const both = { ...fletcherAgentSends.file, file: 'a.txt', path: 'b.txt' }
  expect(decode(both)).toMatchObject({ message: { artifact: { file: 'a.txt' } } })
  expect(decode({ type: 'artifact', artifact_type: 'file', content: 'x' })).toEqual({ tag: 'unknown' })
})

it('Fletcher’s other events are ignored', () => {
  for (const event of fletcherAgentSends.others) expect(decode(event)).toEqual({ tag: 'unknown' })
})

it('Fletcher’s app finds the kind, the title and the message of every artifact', () => {
  const artifacts: Artifact[] = [
    { kind: 'diff', id: 'a', title: 'a.ts', file: 'src/a.ts', diff: '+a' },
    { kind: 'code', id: 'b', title: 'a.ts', content: 'a', file: 'src/a.ts' },
    { kind: 'markdown', id: 'c', title: 'plan.md', content: '# Plan', file: 'plan.md' },
    { kind: 'file', id: 'd', title: 'notes.txt', content: 'a', file: 'notes.txt' },
    { kind: 'search_results', id: 'e', title: 'ttl', query: 'ttl', results: [] },
    { kind: 'error', id: 'f', title: 'Error', message: 'It failed.' },
  ]
  for (const artifact of artifacts) {
    const event = { type: 'artifact.created', turnId: 'turn-1', artifact } as const
    const sent = JSON.parse(JSON.stringify(encodeFlat({ id: 'event-1', at: 1, event })))
    expect(artifactInFletcher(sent)).toEqual({
      kind: artifact.kind,
      title: artifact.title,
      message: agentSegment('turn-1'),
    })
    // A guest's artifact belongs to no message of this room.
    const guests = encodeFlat({ id: 'event-1', at: 1, event: { ...event, source: 'Vela' } })
    expect(artifactInFletcher(JSON.parse(JSON.stringify(guests))).message).toBeNull()
  }
})

it('only the messages of Fletcher’s app are understood', () => {
  expect(decodeClientMessage(bytes(fletcherAppSends.text))).toEqual(fletcherAppSends.text)
  expect(decodeClientMessage(bytes(fletcherAppSends.textOnly))).toEqual(fletcherAppSends.textOnly)
  for (const other of [fletcherAppSends.endVoiceSession, { type: 'text_message', text: 7 }, [], {}])
    expect(decodeClientMessage(bytes(other))).toBeNull()
  expect(decodeClientMessage(Uint8Array.of(0xff, 0xfe))).toBeNull()
  const huge = { type: 'text_message', text: 'x'.repeat(100_000) }
  expect(decodeClientMessage(bytes(huge))).toBeNull()
})
