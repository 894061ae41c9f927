// The frames of the local room, with meanings and examples, and calls of any room.
import {
  attributesChanged,
  audio,
  bundle,
  data,
  rpcAnswer,
  rpcCall,
  text,
  textChunk,
  textClose,
  textOpen,
  welcome,
} from './local-room.ts'
import { message, type Protocol, type Wire } from './protocol.ts'
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

const localRoomProtocol: Protocol = {
  id: 'local-room',
  title: 'Local room',
  transport: 'message port in the desktop app, binary WebSocket frames in a browser',
  where: '`/room` in browser mode',
  messages: [
    message({
      name: 'welcome',
      direction: 'agent→client',
      meaning: 'The first frame: the client’s identity, the agent’s identity and the agent’s attributes.',
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
      meaning: 'A packet of a topic; the body is the packet.',
      schema: data,
      examples: [{ kind: 'data', topic: 'ganglia-events' }],
    }),
    message({
      name: 'text.open',
      direction: 'agent→client',
      meaning: 'A text stream starts.',
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
      meaning: 'More text of the stream; the body is UTF-8.',
      schema: textChunk,
      examples: [{ kind: 'text.chunk', streamId: 'b1' }],
    }),
    message({
      name: 'text.close',
      direction: 'agent→client',
      meaning: 'The text stream has ended.',
      schema: textClose,
      examples: [{ kind: 'text.close', streamId: 'b1' }],
    }),
    message({
      name: 'attributes',
      direction: 'agent→client',
      meaning: 'Attributes of the agent have changed.',
      schema: attributesChanged,
      examples: [{ kind: 'attributes', attributes: { [AGENT_STATE]: 'thinking' } }],
    }),
    message({
      name: 'audio',
      direction: 'agent↔client',
      meaning: 'Audio: the body is 16-bit little-endian samples of one channel.',
      schema: audio,
      examples: [{ kind: 'audio', sampleRate: 16_000 }],
    }),
    message({
      name: 'rpc.answer',
      direction: 'agent→client',
      meaning: 'The answer to a call: the body is the result or the error message.',
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
      meaning: 'Several frames in one: the body has each after its length in four bytes (big-endian).',
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
      meaning: `Calls a method of the agent, such as \`${INTERRUPT_METHOD}\`; the body is the payload.`,
      schema: rpcCall,
      examples: [{ kind: 'rpc.call', callId: '1', method: INTERRUPT_METHOD }],
    }),
    message({
      name: RESUME_METHOD,
      direction: 'client→agent',
      meaning: 'The payload of a call for the events after an event, or for all.',
      schema: resumeRequest,
      examples: [{ after: '3f2c9a54-8a0b-4a55-b4d3-6f1f2f6c8a11' }, { after: null }],
    }),
    message({
      name: `${RESUME_METHOD}.result`,
      direction: 'agent→client',
      meaning: 'The result, after the last replayed event, or at once if the event is unknown.',
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

export const localRoomWire: Wire = { id: 'local-room', title: 'Local room', protocols: [localRoomProtocol] }
