// What document 003 says of its page and of its own making. It is listed so that nothing of the document is left out in silence.
import type { Rule } from '../rule.ts'

const page = { beyond: 'a rule for the page, not for the gateway' }
const later = { beyond: 'what the document leaves for later' }

const rule = (id: string, section: string, sentence: string, check: Rule['check']): Rule => ({
  id: `vela-${id}`,
  document: '003',
  section,
  sentence,
  check,
})
const shell = 'UI connection shell behavior'

export const velaPageRules: readonly Rule[] = [
  rule('page-direct', 'Event Protocol', 'The browser opens a WebSocket directly to /ws.', page),
  rule('page-status', shell, 'Connection status is tracked separately from session status.', page),
  rule(
    'page-trigger',
    shell,
    'The mocked-turn control is disabled before session.ready, while disconnected and in a turn.',
    page,
  ),
  rule(
    'page-mic',
    shell,
    'The mic control is disabled before session.ready, while disconnected and in a turn.',
    page,
  ),
  rule('page-press', shell, 'Pressing sends one append, releasing sends a commit.', page),
  rule('page-partial', shell, 'The latest partial is rendered, and cleared by the final.', page),
  rule('page-label', shell, 'The mic button is labelled as a control shell.', page),
  rule('page-cancel', shell, 'The cancel control is enabled only while a turn is active.', page),
  rule('page-keeps', shell, 'After cancel, text that was rendered is kept.', page),
  rule('page-errors', shell, 'Malformed messages and errors are safe error states.', page),
  rule(
    'deferred',
    'Contract Scope',
    'Typed input, tool calls, output audio, resuming and versions are deferred.',
    later,
  ),
]
