// Decides who answers a request: the brain, the built-in agent beside it, or Parley itself.
import type { BrainStatus } from '../../shared/brain-status.ts'
import { agentCommand, chosenNumber } from '../commands/agent-commands.ts'
import { nameKey, namesOf } from '../commands/agent-names.ts'
import type { Intent } from '../understanding/intent.ts'
import { understand } from '../understanding/understand.ts'
import type { Answerer } from './conversation-state.ts'
import { isAboutNow, progressQuestion } from './progress-question.ts'

export interface Route {
  to: Answerer
  /** What the one who answers gets. */
  text: string
}

export interface RouteContext {
  brain: Pick<BrainStatus, 'name' | 'options' | 'commands'>
  /** A turn runs. */
  isBusy: boolean
  /** The built-in agent can answer while the brain works. */
  hasSide: boolean
  /** How many choices Parley has just offered; 0 for none. */
  offered: number
  /** What the words are to a guided review. */
  review?(said: string): 'command' | 'words' | 'request' | null
}

export function routeRequest(said: string, context: RouteContext): Route {
  const { brain, hasSide, offered } = context
  // A command of the agent, as it is typed.
  if (said.startsWith('/')) return { to: 'brain', text: said }
  const forwarded = forwardedRequest(said, brain.name)
  if (forwarded !== null) return { to: 'brain', text: forwarded }
  const reviewed = context.review?.(said) ?? null
  if (reviewed !== null) return { to: reviewed === 'request' ? 'brain' : 'parley', text: said }
  if (offered > 0 && chosenNumber(said, offered) !== null) return { to: 'parley', text: said }
  const command = agentCommand(said, brain)
  if (command?.type === 'command.send') return { to: 'brain', text: command.text }
  if (command || asksForProgress(said, context)) return { to: 'parley', text: said }
  return { to: hasSide && onlyReads(said) ? 'beside' : 'brain', text: said }
}

/** Words that are meant for Parley or the agent even if they are said while it talks. */
export const isAboutAgent = (said: string, context: RouteContext): boolean =>
  (context.review?.(said) ?? null) !== null ||
  agentCommand(said, context.brain) !== null ||
  asksForProgress(said, context)

function asksForProgress(said: string, { isBusy, hasSide }: RouteContext): boolean {
  const question = progressQuestion(said)
  // The built-in agent knows nothing of earlier work, so Parley answers for it.
  return question !== null && (isBusy || !hasSide || isAboutNow(said, question))
}

const FORWARD = /^(?:please )?(?:ask|tell|have|let|get) (?:the )?(.+)$/is
const ADDRESSED = /^[^,:]{2,40}[,:] ./s
const HEY = /^(?:hey|ok|okay|hi),? (.+)$/is
const MAX_NAME_WORDS = 4

/** "Ask Claude to …", "tell the agent that …", "goose, …": the rest is for the agent. Null for anything else. */
export function forwardedRequest(said: string, agent: string): string | null {
  const names = new Set([...namesOf(agent), 'agent', 'codingagent'])
  const text = said.trim()
  const asked = FORWARD.exec(text)?.[1]
  const rest = asked !== undefined ? afterName(asked, names) : null
  // "Let Claude know" asks for something else.
  if (rest !== null) return /^know\b/i.test(rest) ? null : rest.replace(/^(?:to|that) /i, '')
  const called = HEY.exec(text)?.[1] ?? (ADDRESSED.test(text) ? text : null)
  return called === null ? null : afterName(called, names)
}

/** The text after the longest of the names it begins with. */
function afterName(text: string, names: ReadonlySet<string>): string | null {
  const words = text.split(/\s+/)
  for (let count = Math.min(MAX_NAME_WORDS, words.length - 1); count > 0; count--) {
    const name = words
      .slice(0, count)
      .join(' ')
      .replace(/[,:.!]+$/, '')
    if (names.has(nameKey(name))) return words.slice(count).join(' ')
  }
  return null
}

/** What the built-in agent does without changing anything. */
const READS: ReadonlySet<Intent['kind']> = new Set([
  'open',
  'test_of_this',
  'tests_of',
  'impact',
  'length',
  'line',
  'define',
  'find',
  'usages',
  'imports',
  'todos',
  'changes',
  'compare',
  'branch',
  'status',
  'commits',
  'count',
  'largest',
  'list',
  'explain',
  'author',
  'blame',
  'history',
  'summarise',
  // The window does these, under its own rules.
  'view',
  'close_all',
  'here',
  'hunks_left',
  'repeat',
  'choose',
  'choose_most',
  'step',
  // Opens a file in the owner's own editor, which changes nothing.
  'edit',
  'read_out',
  'help',
  'thanks',
])

/** The words that follow want more than reading, or a reason, which takes a model. */
const WANTS_MORE =
  /(?:\band|\bthen|[,.;]) (?:then )?(?:fix|change|edit|commit|push|add|remove|delete|rename|refactor|rewrite|improve|update|write|run|make|implement|correct|replace|tell|suggest)\b|\bwhy\b|\bhow (?:to|can|could|should|would)\b|^(?:find|figure) out\b|\b(?:should|could) (?:we|i|you)\b/i

const MAX_READ_LENGTH = 200

export function onlyReads(said: string): boolean {
  // Whoever writes more than a line explains something to the agent.
  if (said.length > MAX_READ_LENGTH || said.trim().includes('\n') || WANTS_MORE.test(said)) return false
  const intent = understand(said)
  if (intent.kind === 'summarise') return intent.into === undefined && !/\binto\b/i.test(said)
  return READS.has(intent.kind)
}
