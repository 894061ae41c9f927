// The topic `parley-events`: what the documents have no words for. Questions before something is done, their answers,
// wishes only a window can fulfil, and what became of spoken words. A client that does not know it loses nothing but these.
import { z } from 'zod'
import { approval, approvalDecisions, correction, viewActions } from '../conversation.ts'
import { message, type Protocol } from './protocol.ts'

export const PARLEY_TOPIC = 'parley-events'

const about = { id: z.string().min(1).max(128), timestamp: z.number(), turn_id: z.string().max(128) }

const approvalRequest = z.object({ type: z.literal('approval'), ...about, approval })
const approvalEnd = z.object({
  type: z.literal('approval_settled'),
  ...about,
  approval_id: z.string().min(1).max(128),
  decision: z.enum([...approvalDecisions, 'lapsed']),
})
const viewWish = z.object({
  type: z.literal('view'),
  ...about,
  action: z.enum(viewActions),
  line: z.number().int().positive().optional(),
})

const segment = { segment_id: z.string().min(1).max(160) }
const corrected = z.object({
  type: z.literal('words_corrected'),
  ...about,
  ...segment,
  corrections: z.array(correction).max(50),
})
const voiced = z.object({
  type: z.literal('reply_voiced'),
  ...about,
  ...segment,
  heard: z.number().int().nonnegative(),
  complete: z.boolean(),
})
const ms = z.number().nonnegative()
const timing = z.object({
  type: z.literal('timing'),
  ...about,
  talked: ms,
  recognised: ms.optional(),
  first_word: ms.optional(),
  first_sound: ms.optional(),
  ended: ms,
  tools: ms,
})
const control = z.object({
  type: z.literal('control'),
  ...about,
  phrase: z.string().max(200),
  done: z.string().max(200),
})
const takeOffer = z.object({
  type: z.literal('take_offered'),
  ...about,
  take_id: z.string().min(1).max(128),
  started_at: z.number(),
  duration_ms: ms,
  text: z.string().nullable(),
})
const takeEnd = z.object({ type: z.literal('take_settled'), ...about, take_id: z.string().min(1).max(128) })

const hunkBack = z.object({ type: z.literal('hunk_restored'), ...about })

export const parleyEvent = z.discriminatedUnion('type', [
  approvalRequest,
  approvalEnd,
  viewWish,
  corrected,
  voiced,
  timing,
  control,
  takeOffer,
  takeEnd,
  hunkBack,
])
export type ParleyEvent = z.infer<typeof parleyEvent>

const sample = { id: '0b6f', timestamp: 1_736_937_000_000, turn_id: 't1' }

export const parleyEventsProtocol: Protocol = {
  id: 'parley-events',
  title: 'Parley’s own events',
  document: 'Parley’s own',
  transport: 'room data, UTF-8 JSON, chunked like `ganglia-events`',
  where: `topic \`${PARLEY_TOPIC}\``,
  messages: [
    message({
      name: 'approval',
      direction: 'agent→client',
      meaning: 'The agent asks before it does something, with the exact action, and waits.',
      schema: approvalRequest,
      examples: [
        {
          type: 'approval',
          ...sample,
          approval: {
            id: 'a1',
            kind: 'command',
            title: 'Run the tests',
            action: 'npm test',
            folder: '/work/harbour',
          },
        },
      ],
    }),
    message({
      name: 'approval_settled',
      direction: 'agent→client',
      meaning: 'A question is answered, or does not matter any more.',
      schema: approvalEnd,
      examples: [{ type: 'approval_settled', ...sample, approval_id: 'a1', decision: 'allow' }],
    }),
    message({
      name: 'view',
      direction: 'agent→client',
      meaning: 'The person asked for something only a window can do, such as the next tab.',
      schema: viewWish,
      examples: [
        { type: 'view', ...sample, action: 'tab.next' },
        { type: 'view', ...sample, action: 'line.reveal', line: 42 },
      ],
    }),
    message({
      name: 'words_corrected',
      direction: 'agent→client',
      meaning: 'Some of the person’s words were taken for names of the workspace; each can be taken back.',
      schema: corrected,
      examples: [
        {
          type: 'words_corrected',
          ...sample,
          segment_id: 't1:user',
          corrections: [{ at: 5, from: 'parse config', to: 'parseConfig', alternatives: ['parseConfigs'] }],
        },
      ],
    }),
    message({
      name: 'reply_voiced',
      direction: 'agent→client',
      meaning: 'The agent’s voice fell silent: so many characters of the reply were said.',
      schema: voiced,
      examples: [{ type: 'reply_voiced', ...sample, segment_id: 't1:agent', heard: 42, complete: false }],
    }),
    message({
      name: 'timing',
      direction: 'agent→client',
      meaning: 'Where the time of a turn went, in milliseconds since the words were complete.',
      schema: timing,
      examples: [
        {
          type: 'timing',
          ...sample,
          talked: 1900,
          recognised: 180,
          first_word: 240,
          first_sound: 330,
          ended: 900,
          tools: 120,
        },
      ],
    }),
    message({
      name: 'control',
      direction: 'agent→client',
      meaning: 'Something spoken was a command to the app itself, and is done.',
      schema: control,
      examples: [{ type: 'control', ...sample, phrase: 'next hunk', done: 'Next hunk' }],
    }),
    message({
      name: 'take_offered',
      direction: 'agent→client',
      meaning: 'Speech was kept when Parley stopped or could not recognise it; it can be sent or let go.',
      schema: takeOffer,
      examples: [
        {
          type: 'take_offered',
          ...sample,
          take_id: 'k1',
          started_at: 1_736_936_990_000,
          duration_ms: 2100,
          text: 'run the tests',
        },
      ],
    }),
    message({
      name: 'take_settled',
      direction: 'agent→client',
      meaning: 'The kept speech was sent or let go.',
      schema: takeEnd,
      examples: [{ type: 'take_settled', ...sample, take_id: 'k1' }],
    }),
    message({
      name: 'hunk_restored',
      direction: 'agent→client',
      meaning: 'Taking a hunk out was undone. `turn_id` is what the call that took it out was answered with.',
      schema: hunkBack,
      examples: [{ type: 'hunk_restored', ...sample, turn_id: 'revert-0b6f' }],
    }),
  ],
}
