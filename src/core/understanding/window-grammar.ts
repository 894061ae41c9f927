// Typed requests about the window and about the conversation itself.
import { approvalAnswer } from '../conversation/approvals/approval-answer.ts'
import type { CommandAction, CommandTable } from '../commands/command.ts'
import { barePhrase, matchCommand } from '../commands/match-command.ts'
import { compilePhrases } from '../commands/phrases.ts'
import type { Intent } from './intent.ts'

/** Everything that works as a spoken command also works typed. */
export function parseCommand(asked: string, table?: CommandTable): Intent | null {
  const action = matchCommand(asked, null, table)
  return action && commandIntent(action)
}

function commandIntent(action: CommandAction): Intent | null {
  switch (action.type) {
    case 'view.request':
      if (action.action === 'line.reveal' && action.line !== undefined)
        return { kind: 'line', line: action.line }
      return { kind: 'view', action: action.action, ...(action.line !== undefined && { line: action.line }) }
    case 'voice.louder':
    case 'voice.softer':
    case 'voice.mute':
    case 'voice.unmute':
    case 'microphone.mute':
    case 'microphone.unmute':
      return { kind: 'view', action: action.type }
    case 'turn.interrupt':
      return { kind: 'stop' }
    case 'reply.read_out':
      return { kind: 'read_out' }
    case 'reply.repeat':
      return { kind: 'repeat' }
    case 'choice.take':
      return { kind: 'choose', number: action.number }
    case 'approval.answer':
    case 'tab.ask':
    case 'review.say':
      return null
  }
}

const REQUESTS: readonly (readonly [phrases: readonly string[], intent: Intent])[] = [
  [
    [
      'help [me] [out]',
      'what can (you|i) (do|say|ask) [here|for me|you]',
      'what (do|can) you (know|understand|do)',
      'how do i use (this|it|you)',
      'how do you work',
      'what are my options',
      'what commands (are there|do you know)',
    ],
    { kind: 'help' },
  ],
  [
    [
      '((thank you|thanks|thx|cheers|nice|great|perfect|awesome|good job|well done|nice work|great work) (so much|very much|a lot|parley|again|one)*)+',
    ],
    { kind: 'thanks' },
  ],
  [
    [
      'where (am i|are we) [now|right now]',
      'what (am i|are we) (looking at|in|reading)',
      '(which|what) (file|line|function) (is this|am i (in|on|at)|are we (in|on|at))',
    ],
    { kind: 'here' },
  ],
  [
    [
      'how many [of them|hunks|changes|more] (are|is) [still|there] (left|to go|remaining|undecided|open) [to (review|decide|go|check)]',
      'how many [of them|hunks|changes|more] (left|to go|remaining)',
      'how many [hunks|changes|more] (do i have|have i got) (left|to go) [to (review|decide|check)]',
      "(what is|what's) left to (review|decide|check)",
    ],
    { kind: 'hunks_left' },
  ],
  [
    ['close (all|every|everything) [[of] (the|my|these)] [tab|tabs|file|files|of them|windows]'],
    { kind: 'close_all' },
  ],
  // The user decides hunks one by one; this does not ask to keep the one in front.
  [
    [
      'keep (them|these|those|everything|all|all of (it|them|these|those)|(them|these|those|it) all)',
      'keep [all [of]] [the|these|those] (hunks|changes|edits)',
    ],
    { kind: 'unsupported', what: 'keep_all' },
  ],
]

const matchers = REQUESTS.map(([phrases, intent]) => ({ matches: compilePhrases(phrases), intent }))
export function parseWindowRequest(asked: string): Intent | null {
  const phrase = barePhrase(asked)
  return matchers.find(({ matches }) => matches(phrase))?.intent ?? null
}

/** A yes or no when the agent asked nothing. */
export function parseBareAnswer(asked: string): Intent | null {
  const decision = approvalAnswer(asked)
  if (decision === null || /^(?:please|right|good|great|fine|go|do|run|make)$/i.test(asked)) return null
  return { kind: decision === 'deny' ? 'no' : 'yes' }
}
