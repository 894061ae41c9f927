// Rules of the Vela protocol for its page. A gateway cannot break them; they are listed so that the report is complete.
import type { Rule } from '../conform/rule.ts'

const page = { notTestable: 'a rule for the page, not for the gateway' }
const later = { notTestable: 'not part of this version of the protocol' }

const rule = (id: string, title: string, check = page): Rule => ({ id: `vela-${id}`, title, check })

export const velaPageRules: readonly Rule[] = [
  rule('page-direct', 'The page opens a WebSocket to /ws itself.'),
  rule('page-status', 'The page shows the connection and the session separately.'),
  rule('page-trigger', 'The mocked-turn button works only after session.ready and between turns.'),
  rule('page-mic', 'The microphone button works only after session.ready and between turns.'),
  rule('page-press', 'Pressing the button sends an append, releasing it sends a commit.'),
  rule('page-partial', 'The page shows the latest partial transcript until the final one arrives.'),
  rule('page-label', 'The placeholder microphone button is labelled as a control shell.'),
  rule('page-cancel', 'The cancel button works only during a turn.'),
  rule('page-keeps', 'After a cancel, the page keeps the text that it shows.'),
  rule('page-errors', 'Malformed messages and errors leave the page usable.'),
  rule('deferred', 'Typed input, tool calls, spoken answers, resuming and versions are not defined.', later),
]
