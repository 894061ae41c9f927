// The messages of the `ganglia-events` topic in both dialects, with meanings and examples.
import type { StatusAction } from '../conversation.ts'
import {
  chunkMessage,
  codeArtifactEvent,
  contentEvent,
  diffArtifactEvent,
  envelopedArtifact,
  envelopedStatus,
  checklistArtifactEvent,
  errorArtifactEvent,
  fileArtifactEvent,
  GANGLIA_TOPIC,
  markdownArtifactEvent,
  searchResultsArtifactEvent,
  statusEvent,
  textMessage,
  ttsMode,
  type EnvelopedState,
} from './ganglia.ts'
import { message, type Protocol, type Wire } from './protocol.ts'

const direction = 'agent→client'
const transport = 'LiveKit data channel, UTF-8 JSON'
const where = `topic \`${GANGLIA_TOPIC}\``

const chunk = message({
  name: 'chunk',
  direction,
  meaning: 'One part of a message that is too large for a packet, in base64; the index gives the order.',
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

const actions: Record<StatusAction, string> = {
  thinking: 'Deciding what to say or do.',
  searching_files: 'Looking for text or files in the workspace.',
  reading_file: 'Reading a file.',
  writing_file: 'Writing a whole file.',
  editing_file: 'Changing part of a file.',
  web_search: 'Searching the web.',
  executing_command: 'Running a command.',
  analyzing: 'Analyzing results.',
}

const gangliaFlatProtocol: Protocol = {
  id: 'ganglia-flat',
  title: 'Ganglia events, flat',
  transport,
  where,
  valueSets: { 'status actions': actions },
  messages: [
    message({
      name: 'status',
      direction,
      meaning: 'The agent does something else now.',
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
        { type: 'artifact', artifact_type: 'markdown', content: '# Summary\n', path: 'tasks/SUMMARY.md' },
      ],
    }),
    message({
      name: 'artifact.file',
      direction,
      meaning: 'A whole file, or a note if its text cannot be shown.',
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
      meaning: 'The lines that a search found.',
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
      name: 'artifact.checklist',
      direction,
      meaning: 'The steps that an agent plans, of which the agent sends newer states under the same id.',
      schema: checklistArtifactEvent,
      examples: [
        {
          type: 'artifact',
          artifact_type: 'checklist',
          title: 'Plan',
          entries: [
            { text: 'Read the tide table', state: 'completed' },
            { text: 'Write the test', state: 'in_progress' },
          ],
        },
      ],
    }),
    message({
      name: 'artifact.error',
      direction,
      meaning: 'A tool failed; the message says why.',
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
      meaning: 'A piece of the reply text, to be appended.',
      schema: contentEvent,
      examples: [{ type: 'content', delta: 'The token ' }],
    }),
    message({
      name: 'text_message',
      direction: 'client→agent',
      meaning: 'A typed request, like a text on `lk.chat`.',
      schema: textMessage,
      examples: [{ type: 'text_message', text: 'What does this test check?' }],
    }),
    message({
      name: 'tts-mode',
      direction: 'client→agent',
      meaning: 'Whether this participant wants spoken replies; the voice is silent if nobody does.',
      schema: ttsMode,
      examples: [{ type: 'tts-mode', value: 'off' }],
    }),
    chunk,
  ],
}

const states: Record<EnvelopedState, string> = {
  thinking: 'Deciding what to say or do.',
  searching: 'Searching files or the web.',
  reading: 'Reading files.',
  writing: 'Writing files.',
  executing: 'Running a command.',
}

const gangliaEnvelopedProtocol: Protocol = {
  id: 'ganglia-enveloped',
  title: 'Ganglia events, enveloped',
  transport,
  where,
  valueSets: { states },
  messages: [
    message({
      name: 'status',
      direction,
      meaning: 'The agent does something else now.',
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
      meaning: 'A new result: a document, code or a diff.',
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

export const gangliaWire: Wire = {
  id: 'ganglia',
  title: 'Ganglia',
  protocols: [gangliaFlatProtocol, gangliaEnvelopedProtocol],
}
