// The topic `parley-events`: approvals, requests to the window, corrections of transcripts, playback and timing. See
// docs/protocols/parley-events.md.
import { z } from 'zod'
import {
  approval,
  approvalDecisions,
  correction,
  HUNK_KEY,
  MAX_COMMENT,
  MAX_HUNKS_DECIDED,
  viewActions,
} from '../conversation.ts'
import { message, type Protocol, type Wire } from './protocol.ts'

export const PARLEY_TOPIC = 'parley-events'

const about = { id: z.string().min(1).max(128), timestamp: z.number(), turn_id: z.string().max(128) }

const approvalRequest = z.object({ type: z.literal('approval'), ...about, approval })
const approvalEnd = z.object({
  type: z.literal('approval_settled'),
  ...about,
  approval_id: z.string().min(1).max(128),
  decision: z.enum([...approvalDecisions, 'lapsed']),
})
const viewRequest = z.object({
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

const hunkDecision = z.object({
  type: z.literal('hunks_decided'),
  ...about,
  artifact_id: z.string().min(1).max(128),
  hunks: z.array(z.string().regex(HUNK_KEY)).min(1).max(MAX_HUNKS_DECIDED),
  decision: z.enum(['kept', 'reverted', 'undecided']),
})

const hunk = z.string().regex(HUNK_KEY)
const hunkComment = z.object({
  type: z.literal('hunk_commented'),
  ...about,
  artifact_id: z.string().min(1).max(128),
  hunk,
  text: z.string().max(MAX_COMMENT),
  sent: z.boolean().optional(),
})
const reviewPlace = z.object({
  type: z.literal('review'),
  ...about,
  artifact_id: z.string().min(1).max(128),
  hunk: hunk.nullable(),
  at: z.number().int().nonnegative(),
  of: z.number().int().nonnegative(),
  description: z.string().max(1000),
  phase: z.enum(['hunk', 'ended', 'interrupted']),
})

const thought = z.object({ type: z.literal('thought'), ...about, text: z.string().max(4000) })
const notice = z.object({
  type: z.literal('notice'),
  ...about,
  text: z.string().max(1000),
  warning: z.boolean().optional(),
})
const point = z.object({
  type: z.literal('point'),
  ...about,
  file: z.string().max(4096),
  line: z.number().int().positive(),
  end_line: z.number().int().positive(),
})
const answerer = z.object({
  type: z.literal('answerer'),
  ...about,
  name: z.string().max(100),
  beside: z.string().min(1).max(128).optional(),
})

export const parleyEvent = z.discriminatedUnion('type', [
  approvalRequest,
  approvalEnd,
  viewRequest,
  corrected,
  voiced,
  timing,
  control,
  takeOffer,
  takeEnd,
  hunkBack,
  hunkDecision,
  hunkComment,
  reviewPlace,
  thought,
  notice,
  point,
  answerer,
])
export type ParleyEvent = z.infer<typeof parleyEvent>

const sample = { id: '0b6f', timestamp: 1_736_937_000_000, turn_id: 't1' }

const parleyEventsProtocol: Protocol = {
  id: 'parley-events',
  title: 'Parley events',
  transport: 'room data, UTF-8 JSON, chunked like `ganglia-events`',
  where: `topic \`${PARLEY_TOPIC}\``,
  messages: [
    message({
      name: 'approval',
      direction: 'agent→client',
      meaning: 'The agent asks for an approval of the exact action, and waits.',
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
      meaning: 'The approval is settled, or no longer matters.',
      schema: approvalEnd,
      examples: [{ type: 'approval_settled', ...sample, approval_id: 'a1', decision: 'allow' }],
    }),
    message({
      name: 'view',
      direction: 'agent→client',
      meaning: 'The user asked for something that a window does, such as showing the next tab.',
      schema: viewRequest,
      examples: [
        { type: 'view', ...sample, action: 'tab.next' },
        { type: 'view', ...sample, action: 'line.reveal', line: 42 },
      ],
    }),
    message({
      name: 'words_corrected',
      direction: 'agent→client',
      meaning:
        'Parts of the transcript were corrected to names of the workspace; each correction can be undone.',
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
      meaning: 'The voice has stopped after this many characters of the reply.',
      schema: voiced,
      examples: [{ type: 'reply_voiced', ...sample, segment_id: 't1:agent', heard: 42, complete: false }],
    }),
    message({
      name: 'timing',
      direction: 'agent→client',
      meaning: 'The timing of a turn, in milliseconds since the end of the utterance.',
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
      meaning: 'A spoken command to the app was carried out.',
      schema: control,
      examples: [{ type: 'control', ...sample, phrase: 'next hunk', done: 'Next hunk' }],
    }),
    message({
      name: 'take_offered',
      direction: 'agent→client',
      meaning:
        'A take was stored when Parley stopped or could not transcribe it; the user can send or discard it.',
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
      meaning: 'The stored take was sent or discarded.',
      schema: takeEnd,
      examples: [{ type: 'take_settled', ...sample, take_id: 'k1' }],
    }),
    message({
      name: 'hunk_restored',
      direction: 'agent→client',
      meaning:
        'A reverted hunk was restored. `turn_id` is the one that the call to revert it was answered with.',
      schema: hunkBack,
      examples: [{ type: 'hunk_restored', ...sample, turn_id: 'revert-0b6f' }],
    }),
    message({
      name: 'hunks_decided',
      direction: 'agent→client',
      meaning:
        'The user kept or reverted hunks of a diff, or took that back; a hunk is named by a hash of its file and lines.',
      schema: hunkDecision,
      examples: [
        {
          type: 'hunks_decided',
          ...sample,
          artifact_id: 'd1',
          hunks: ['9ae16a3b2f90404f'],
          decision: 'kept',
        },
      ],
    }),
    message({
      name: 'hunk_commented',
      direction: 'agent→client',
      meaning:
        'The user commented on a hunk; an empty text removes the comment, and with `sent` the agent has it.',
      schema: hunkComment,
      examples: [
        {
          type: 'hunk_commented',
          ...sample,
          artifact_id: 'd1',
          hunk: '9ae16a3b2f90404f',
          text: 'Use a constant here.',
        },
      ],
    }),
    message({
      name: 'review',
      direction: 'agent→client',
      meaning:
        'A guided review came to a hunk, which waits for a decision, or it ended or was interrupted, and the hunk is null.',
      schema: reviewPlace,
      examples: [
        {
          type: 'review',
          ...sample,
          artifact_id: 'd1',
          hunk: '9ae16a3b2f90404f',
          at: 3,
          of: 12,
          description: 'Adds the parameter strict to parse config.',
          phase: 'hunk',
        },
      ],
    }),
    message({
      name: 'thought',
      direction: 'agent→client',
      meaning:
        'The agent’s reasoning so far, which replaces the previous one of the turn and is never spoken.',
      schema: thought,
      examples: [{ type: 'thought', ...sample, text: 'The retry count is read before it is set.' }],
    }),
    message({
      name: 'notice',
      direction: 'agent→client',
      meaning: 'The user should read this once, and with `warning` must not miss it.',
      schema: notice,
      examples: [
        { type: 'notice', ...sample, text: 'goose edited src/tide.ts without asking.', warning: true },
      ],
    }),
    message({
      name: 'point',
      direction: 'agent→client',
      meaning: 'The agent talks about these lines of a file; a window shows and highlights them.',
      schema: point,
      examples: [{ type: 'point', ...sample, file: 'src/tide.ts', line: 12, end_line: 18 }],
    }),
    message({
      name: 'answerer',
      direction: 'agent→client',
      meaning: 'Who answers the turn, which with `beside` runs beside that other turn.',
      schema: answerer,
      examples: [{ type: 'answerer', ...sample, name: 'Claude Code' }],
    }),
  ],
}

export const parleyEventsWire: Wire = {
  id: 'parley-events',
  title: 'Parley events',
  protocols: [parleyEventsProtocol],
}
