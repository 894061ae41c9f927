// Both dialects of Ganglia, message by message, and the type guards of their events.
import { describe, expect, it } from 'vitest'
import { artifactKinds } from '../../src/shared/artifacts.ts'
import { statusActions } from '../../src/shared/conversation.ts'
import {
  artifactEvent,
  chunkMessage,
  contentEvent,
  envelopedEvent,
  GANGLIA_TOPIC,
  gangliaEvent,
  isArtifactEvent,
  isContentEvent,
  isStatusEvent,
  statusEvent,
} from '../../src/shared/wire/ganglia.ts'
import { gangliaWire } from '../../src/shared/wire/ganglia-protocol.ts'
import type { Protocol } from '../../src/shared/wire/protocol.ts'

const namesOf = (protocol: Protocol) => protocol.messages.map(({ name }) => name)

describe('the flat dialect of Ganglia', () => {
  it('has its topic, events, artifacts and chunks', () => {
    expect(GANGLIA_TOPIC).toBe('ganglia-events')
    expect(namesOf(gangliaWire.protocols[0]!)).toEqual([
      'status',
      'artifact.diff',
      'artifact.code',
      'artifact.markdown',
      'artifact.file',
      'artifact.search_results',
      'artifact.checklist',
      'artifact.error',
      'content',
      'text_message',
      'tts-mode',
      'chunk',
    ])
    expect([...artifactKinds].toSorted()).toEqual(
      ['checklist', 'code', 'diff', 'error', 'file', 'markdown', 'search_results'].toSorted(),
    )
  })

  it('has all eight status actions', () => {
    const actions = [
      'thinking',
      'searching_files',
      'reading_file',
      'writing_file',
      'editing_file',
      'web_search',
      'executing_command',
      'analyzing',
    ]
    expect([...statusActions].toSorted()).toEqual(actions.toSorted())
    for (const action of actions) {
      expect(gangliaEvent.safeParse({ type: 'status', action }).success).toBe(true)
    }
  })

  it.each([
    { type: 'status', action: 'web_search', detail: 'livekit data channel', startedAt: 1_736_937_000_000 },
    { type: 'artifact', artifact_type: 'diff', file: 'a.ts', diff: '' },
    { type: 'artifact', artifact_type: 'code', content: '' },
    {
      type: 'artifact',
      artifact_type: 'code',
      language: 'dart',
      content: '',
      file: 'a.dart',
      startLine: 1,
      title: 'a',
    },
    { type: 'artifact', artifact_type: 'search_results', query: 'x', results: [] },
    { type: 'artifact', artifact_type: 'error', message: 'no', stack: 'at x', title: 'Bash' },
    { type: 'content', delta: 'token' },
  ])('is accepted with and without its optional fields: %j', (event) => {
    expect(gangliaEvent.parse(event)).toEqual(event)
  })

  it.each([0, 1, 2])('has chunk %i of three', (chunk_index) => {
    const chunk = { type: 'chunk', transfer_id: 't', chunk_index, total_chunks: 3, data: 'YmFzZTY0' }
    expect(chunkMessage.parse(chunk)).toEqual(chunk)
  })
})

describe('the enveloped dialect of Ganglia', () => {
  it('has its three types, five states and three kinds', () => {
    expect(namesOf(gangliaWire.protocols[1]!)).toEqual(['status', 'artifact', 'chunk'])
    for (const state of ['thinking', 'searching', 'reading', 'writing', 'executing']) {
      const status = { id: 'uuid-v4', timestamp: 1_234_567_890, type: 'status', payload: { state } }
      expect(envelopedEvent.parse(status)).toEqual(status)
    }
    for (const kind of ['markdown', 'code', 'diff']) {
      const payload = {
        artifact_id: 'uuid-v4',
        kind,
        title: 'Short Title',
        content: '# Full Markdown Content...',
      }
      const artifact = { id: 'uuid-v4', timestamp: 1_234_567_890, type: 'artifact', payload }
      expect(envelopedEvent.parse(artifact)).toEqual(artifact)
    }
  })

  it.each([
    {
      state: 'searching',
      message: 'Searching for auth logic...',
      metadata: { tool: 'grep', file: 'src/auth.ts' },
    },
    { state: 'thinking', metadata: {} },
  ])('keeps the whole payload of a status: %j', (payload) => {
    const status = { id: 'uuid-v4', timestamp: 1_234_567_890, type: 'status', payload }
    expect(envelopedEvent.parse(status)).toEqual(status)
  })

  it('keeps the path of an artifact', () => {
    const artifact = {
      id: 'uuid-v4',
      timestamp: 1_234_567_890,
      type: 'artifact',
      payload: {
        artifact_id: 'uuid-v4',
        kind: 'markdown',
        title: 'Short Title',
        content: '# Full Markdown Content...',
        path: '/path/to/source/file.md',
      },
    }
    expect(envelopedEvent.parse(artifact)).toEqual(artifact)
  })

  it('sends chunks without an envelope', () => {
    const chunk = {
      type: 'chunk',
      transfer_id: 'uuid-v4-of-original-message',
      chunk_index: 0,
      total_chunks: 5,
      data: 'YmFzZTY0LWVuY29kZWQtcGFydA==',
    }
    expect(chunkMessage.parse(chunk)).toEqual(chunk)
  })

  it('is never taken for a flat event, nor a flat event for an enveloped one', () => {
    const enveloped = { id: 'i', timestamp: 1, type: 'status', payload: { state: 'thinking' } }
    const flat = { id: 'i', timestamp: 1, type: 'status', action: 'thinking' }
    expect(gangliaEvent.safeParse(enveloped).success).toBe(false)
    expect(envelopedEvent.safeParse(flat).success).toBe(false)
  })
})

describe('the type guards of flat ganglia events', () => {
  const events = gangliaWire.protocols[0]!.messages.filter(
    ({ name, direction }) => name !== 'chunk' && direction === 'agent→client',
  ).flatMap(({ examples }) => examples.map((example) => gangliaEvent.parse(example)))

  it('give the same answer for every event as its schema', () => {
    for (const event of events) {
      const answers = [isStatusEvent(event), isArtifactEvent(event), isContentEvent(event)]
      expect(answers).toEqual([
        statusEvent.safeParse(event).success,
        artifactEvent.safeParse(event).success,
        contentEvent.safeParse(event).success,
      ])
      expect(answers.filter(Boolean)).toHaveLength(1)
    }
  })

  it('find statuses, artifacts of all seven types and content', () => {
    expect(events.some(isStatusEvent)).toBe(true)
    expect(events.some(isContentEvent)).toBe(true)
    expect(new Set(events.filter(isArtifactEvent).map((event) => event.artifact_type)).size).toBe(7)
  })
})
