// What each message on the `ganglia-events` topic means, with examples, for both dialects.
import type { StatusAction } from '../conversation.ts'
import {
  chunkMessage,
  codeArtifactEvent,
  contentEvent,
  diffArtifactEvent,
  envelopedArtifact,
  envelopedStatus,
  errorArtifactEvent,
  fileArtifactEvent,
  GANGLIA_TOPIC,
  markdownArtifactEvent,
  MAX_PACKET_BYTES,
  searchResultsArtifactEvent,
  statusEvent,
  type EnvelopedState,
} from './ganglia.ts'
import { message, type Protocol } from './protocol.ts'

const direction = 'agent→client'
const transport = 'LiveKit data channel, UTF-8 JSON'
const where = `topic \`${GANGLIA_TOPIC}\``

const chunk = message({
  name: 'chunk',
  direction,
  meaning:
    'One part of a message too large for a packet: its bytes in base64, to be joined in the order of the index.',
  schema: chunkMessage,
  examples: [
    {
      type: 'chunk',
      transfer_id: '7d0b8d0e-4f6b-4f0c-9a38-0f5a3a0f6f52',
      chunk_index: 0,
      total_chunks: 3,
      data: 'eyJ0eXBlIjoiYXJ0aWZhY3Qi',
    },
  ],
})

const chunkNotes = [
  `No packet is larger than ${MAX_PACKET_BYTES} bytes; a larger message comes in chunks.`,
  'Chunks may come in any order, twice, and between those of other transfers.',
]

const actions: Record<StatusAction, string> = {
  thinking: 'Working out what to say or do.',
  searching_files: 'Looking for text or files in the workspace.',
  reading_file: 'Reading a file.',
  writing_file: 'Writing a whole file.',
  editing_file: 'Changing part of a file.',
  web_search: 'Searching the web.',
  executing_command: 'Running a command.',
  analyzing: 'Working through what was found.',
}

export const gangliaFlatProtocol: Protocol = {
  id: 'ganglia-flat',
  title: 'Ganglia events, flat',
  document: '000',
  transport,
  where,
  notes: [
    'Told apart from the enveloped dialect by having no `payload`.',
    '`id`, `timestamp`, `turn_id` and `source` are additions that a client may ignore.',
    'The same action is sent again after 500 ms at the soonest; a different one goes at once.',
    ...chunkNotes,
  ],
  words: { 'status actions': actions },
  messages: [
    message({
      name: 'status',
      direction,
      meaning: 'The agent turned to something else.',
      schema: statusEvent,
      examples: [
        {
          type: 'status',
          action: 'reading_file',
          detail: 'src/auth.ts',
          startedAt: 1_736_937_000_000,
          id: '3f2c9a54-8a0b-4a55-b4d3-6f1f2f6c8a11',
          timestamp: 1_736_937_000_000,
        },
        { type: 'status', action: 'thinking' },
      ],
    }),
    message({
      name: 'artifact.diff',
      direction,
      meaning: 'A change to one or more files, as a unified diff.',
      schema: diffArtifactEvent,
      examples: [
        {
          type: 'artifact',
          artifact_type: 'diff',
          file: 'src/auth.ts',
          diff: '--- a/src/auth.ts\n+++ b/src/auth.ts\n@@ -1 +1 @@\n-const ttl = 60\n+const ttl = 3600\n',
          title: 'auth.ts',
        },
      ],
    }),
    message({
      name: 'artifact.code',
      direction,
      meaning: 'A piece of source code, numbered from `startLine` and scrolled to `focusLine`.',
      schema: codeArtifactEvent,
      examples: [
        {
          type: 'artifact',
          artifact_type: 'code',
          language: 'typescript',
          content: 'export const ttl = 3600\n',
          file: 'src/auth.ts',
          startLine: 12,
          title: 'auth.ts',
        },
      ],
    }),
    message({
      name: 'artifact.markdown',
      direction,
      meaning: 'A document to be read as rendered text.',
      schema: markdownArtifactEvent,
      examples: [
        { type: 'artifact', artifact_type: 'markdown', content: '# Summary\n', file: 'tasks/SUMMARY.md' },
      ],
    }),
    message({
      name: 'artifact.file',
      direction,
      meaning: 'A file as a whole, with a note in place of its text where the text cannot be shown.',
      schema: fileArtifactEvent,
      examples: [
        { type: 'artifact', artifact_type: 'file', file: 'notes.txt', content: 'Buy milk.\n', size: 10 },
        {
          type: 'artifact',
          artifact_type: 'file',
          file: 'logo.png',
          size: 5120,
          note: 'This file is binary.',
        },
      ],
    }),
    message({
      name: 'artifact.search_results',
      direction,
      meaning: 'Where something was found, line by line.',
      schema: searchResultsArtifactEvent,
      examples: [
        {
          type: 'artifact',
          artifact_type: 'search_results',
          query: 'ttl',
          results: [{ file: 'src/auth.ts', line: 12, content: 'export const ttl = 3600' }],
        },
      ],
    }),
    message({
      name: 'artifact.error',
      direction,
      meaning: 'A tool failed, in words a person can act on.',
      schema: errorArtifactEvent,
      examples: [
        {
          type: 'artifact',
          artifact_type: 'error',
          message: 'There is no file src/auht.ts.',
          title: 'read_file',
        },
      ],
    }),
    message({
      name: 'content',
      direction,
      meaning: 'A piece to add to the end of the reply, as text.',
      schema: contentEvent,
      examples: [{ type: 'content', delta: 'The token ' }],
    }),
    chunk,
  ],
}

const states: Record<EnvelopedState, string> = {
  thinking: 'Working out what to say or do.',
  searching: 'Looking for something, in files or on the web.',
  reading: 'Reading files.',
  writing: 'Changing or making files.',
  executing: 'Running a command.',
}

export const gangliaEnvelopedProtocol: Protocol = {
  id: 'ganglia-enveloped',
  title: 'Ganglia events, enveloped',
  document: '001',
  transport,
  where,
  notes: [
    'Told apart from the flat dialect by its `payload`; a chunk has none in either dialect.',
    'At most two statuses a second are sent, and one that says nothing new is not.',
    ...chunkNotes,
  ],
  words: { states },
  messages: [
    message({
      name: 'status',
      direction,
      meaning: 'The agent entered another phase of its work.',
      schema: envelopedStatus,
      examples: [
        {
          id: '3f2c9a54-8a0b-4a55-b4d3-6f1f2f6c8a11',
          timestamp: 1_736_937_000_000,
          type: 'status',
          payload: {
            state: 'searching',
            message: 'Searching for auth logic...',
            metadata: { tool: 'grep', file: 'src/auth.ts' },
          },
        },
      ],
    }),
    message({
      name: 'artifact',
      direction,
      meaning: 'There is something new to look at: a document, code or a diff.',
      schema: envelopedArtifact,
      examples: [
        {
          id: 'f7a1c1f0-5b1d-4b9a-8a53-9d1f3d2e4c10',
          timestamp: 1_736_937_001_000,
          type: 'artifact',
          payload: {
            artifact_id: '0e1d6d3a-5c86-4cf3-9f0e-2a7a4c1b9d77',
            kind: 'markdown',
            title: 'SUMMARY.md',
            content: '# Summary\n',
            path: 'tasks/SUMMARY.md',
          },
        },
      ],
    }),
    chunk,
  ],
}
