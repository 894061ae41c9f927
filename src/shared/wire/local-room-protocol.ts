// What each frame of the local room means, with examples, and the calls any participant can make in any room.
import {
  attributesChanged,
  audio,
  bundle,
  data,
  MAX_FRAME_BYTES,
  MAX_HEADER_BYTES,
  rpcAnswer,
  rpcCall,
  text,
  textChunk,
  textClose,
  textOpen,
  welcome,
} from './local-room.ts'
import { message, type Protocol } from './protocol.ts'
import { openFileRequest, resumeAnswer, resumeRequest } from './room-calls.ts'
import {
  AGENT_STATE,
  CHAT_TOPIC,
  INTERRUPT_METHOD,
  OPEN_FILE_METHOD,
  RESUME_METHOD,
  SEGMENT_ID,
  SESSION,
  TRANSCRIPTION_FINAL,
  TRANSCRIPTION_TOPIC,
} from './transcription.ts'

export const localRoomProtocol: Protocol = {
  id: 'local-room',
  title: 'The local room',
  document: 'Parley’s own',
  transport: 'message port in the desktop app, binary WebSocket frames in a browser',
  where: '`/room` in browser mode',
  notes: [
    'It carries what a LiveKit room carries, so that a window hears the same topics and streams over either.',
    'A frame is two bytes of header length (big-endian), the header as JSON, and the body as raw bytes.',
    `A header is at most ${MAX_HEADER_BYTES} bytes long, a frame ${MAX_FRAME_BYTES}; a frame that does not fit is passed over.`,
    `Transcripts are text streams on \`${TRANSCRIPTION_TOPIC}\`: a person’s words whole with each stream, the agent’s as one growing stream.`,
    'A browser shows its token as a second WebSocket protocol name, `token.` and the token, beside `parley`.',
  ],
  messages: [
    message({
      name: 'welcome',
      direction: 'agent→client',
      meaning:
        'You are in: sent once, before anything else, with who you are and what is known of the agent.',
      schema: welcome,
      examples: [
        {
          kind: 'welcome',
          identity: 'window-1',
          agentIdentity: 'parley',
          attributes: { [AGENT_STATE]: 'idle', [SESSION]: 's1' },
        },
      ],
    }),
    message({
      name: 'data',
      direction: 'agent→client',
      meaning: 'A packet on a topic, which is the body.',
      schema: data,
      examples: [{ kind: 'data', topic: 'ganglia-events' }],
    }),
    message({
      name: 'text.open',
      direction: 'agent→client',
      meaning: 'Somebody starts to write or speak.',
      schema: textOpen,
      examples: [
        {
          kind: 'text.open',
          streamId: 'b1',
          topic: TRANSCRIPTION_TOPIC,
          sender: 'parley',
          attributes: { [SEGMENT_ID]: 't1:agent', [TRANSCRIPTION_FINAL]: 'false' },
        },
      ],
    }),
    message({
      name: 'text.chunk',
      direction: 'agent→client',
      meaning: 'More of what they write, which is the body as UTF-8.',
      schema: textChunk,
      examples: [{ kind: 'text.chunk', streamId: 'b1' }],
    }),
    message({
      name: 'text.close',
      direction: 'agent→client',
      meaning: 'They have written all of it.',
      schema: textClose,
      examples: [{ kind: 'text.close', streamId: 'b1' }],
    }),
    message({
      name: 'attributes',
      direction: 'agent→client',
      meaning: 'Something that is known of the agent changed.',
      schema: attributesChanged,
      examples: [{ kind: 'attributes', attributes: { [AGENT_STATE]: 'thinking' } }],
    }),
    message({
      name: 'audio',
      direction: 'agent↔client',
      meaning: 'A frame of sound: the body is 16-bit little-endian samples of one channel.',
      schema: audio,
      examples: [{ kind: 'audio', sampleRate: 16_000 }],
    }),
    message({
      name: 'rpc.answer',
      direction: 'agent→client',
      meaning: 'The answer to a call: the body is the result, or in words why there is none.',
      schema: rpcAnswer,
      examples: [
        { kind: 'rpc.answer', callId: '1', ok: true },
        {
          kind: 'rpc.answer',
          callId: '2',
          ok: false,
          code: 'outside_workspace',
          remedy: 'Name a file in the folder that is open.',
        },
      ],
    }),
    message({
      name: 'bundle',
      direction: 'agent→client',
      meaning:
        'Several other frames at once: the body is each of them behind its length in four bytes (big-endian).',
      schema: bundle,
      examples: [{ kind: 'bundle' }],
    }),
    message({
      name: 'text',
      direction: 'client→agent',
      meaning: `A whole text on a topic, such as a typed request on \`${CHAT_TOPIC}\`, as the body.`,
      schema: text,
      examples: [{ kind: 'text', topic: CHAT_TOPIC }],
    }),
    message({
      name: 'rpc.call',
      direction: 'client→agent',
      meaning: `Asks the agent to do something, such as \`${INTERRUPT_METHOD}\`, with the payload as the body.`,
      schema: rpcCall,
      examples: [{ kind: 'rpc.call', callId: '1', method: INTERRUPT_METHOD }],
    }),
    message({
      name: RESUME_METHOD,
      direction: 'client→agent',
      meaning: 'The payload of a call for what was missed since an event, or for everything.',
      schema: resumeRequest,
      examples: [{ after: '3f2c9a54-8a0b-4a55-b4d3-6f1f2f6c8a11' }, { after: null }],
    }),
    message({
      name: `${RESUME_METHOD}.result`,
      direction: 'agent→client',
      meaning: 'Comes after the last replayed event, or at once when the event is not known any more.',
      schema: resumeAnswer,
      examples: [
        { session: 's1', found: true, last: '6a1d', events: 12 },
        { session: 's1', found: false, last: null, events: 0 },
      ],
    }),
    message({
      name: OPEN_FILE_METHOD,
      direction: 'client→agent',
      meaning: 'The payload of a call to show a file of the workspace, scrolled to a line.',
      schema: openFileRequest,
      examples: [{ file: 'src/auth.ts', line: 42 }, { file: 'README.md' }],
    }),
  ],
}
