// The topic `parley-events`: what the documents have no words for. Questions before something is done, their answers, and
// wishes only a window can fulfil. A client that does not know it loses nothing but these.
import { z } from 'zod'
import { approval, approvalDecisions, viewActions } from '../conversation.ts'
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

export const parleyEvent = z.discriminatedUnion('type', [approvalRequest, approvalEnd, viewWish])
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
  ],
}
