// Whether what the user says while the agent speaks is meant to interrupt it. A cough, a "mm-hm" and the agent's own
// echo are not.
import { approvalAnswer } from '../../conversation/approvals/approval-answer.ts'
import { isStopPhrase } from '../../commands/match-command.ts'
import { echoLikeness, foreignWords, isEcho } from './echo.ts'
import { saidWords } from './common-words.ts'

export interface Overheard {
  /** The transcript so far; null while there is none. */
  text: string | null
  /** The length of the audio it was made from, beginning just before the speech. */
  audioMs: number
  /** The part of the reply that played meanwhile; empty where the agent was silent. */
  saying: string
  /** The guess before this one; null for the first. */
  before?: string | null
  /** The utterance has ended, so the transcript will not change. */
  final?: boolean
  /** The text is a command. */
  isCommand?: boolean
  /** The agent waits for a yes or a no, so a nod is an answer. */
  answering?: boolean
}

export type BargeIn =
  | { tag: 'interrupts'; because: 'stop' | 'words' | 'answer' }
  | { tag: 'ignored'; because: 'echo' | 'backchannel' | 'no words' }
  /** Needs more audio. */
  | { tag: 'unsure' }

/** After this long without any word, it was not speech. */
const WORDLESS_MS = 1500

// Measured with the echo of both built-in voices, on other sentences than these numbers were tuned with: of 501 guesses
// 167 would have interrupted the agent, and 19 still do.
/** In less audio than this, the beginning of the agent's own sentence is often recognized as something else. */
const MISHEARD_MS = 1200
/** This many words of somebody else cannot be a recognition error. */
const PLAIN_WORDS = 5
/** Text spelled this much like the reply is probably its echo. */
const ALIKE = 0.5

const NODS = new Set(
  (
    'mm mmm mhm mmhm hm hmm huh uh uhuh uhhuh um umm er erm ah aha oh ooh wow ok okay okey yeah yep yup yes right sure ' +
    'good great nice cool fine true exactly alright'
  ).split(' '),
)
/** What recognizers write for these sounds. */
const NOD_PHRASES = /^(?:(?:mm|mhm|uh|ah|hm)[\s-]*(?:hm|hmm|huh|mm|ha)|i see|got it|all right|oh i see)$/
/** What recognizers write for coughs, breath and noise. */
const NOISES =
  /^[\s([*]*(?:cough(?:s|ing)?|laugh(?:s|ter)?|music|noise|silence|blank_audio|sighs?|breath(?:ing)?|applause)?[\s)\]*.]*$/i

export function isBackchannel(text: string): boolean {
  if (NOISES.test(text)) return true
  const said = saidWords(text)
  return NOD_PHRASES.test(said.join(' ')) || (said.length <= 3 && said.every((word) => NODS.has(word)))
}

export function judgeBargeIn(overheard: Overheard): BargeIn {
  const { text, audioMs, saying, before = null, final = false, answering = false } = overheard
  if (text === null || saidWords(text).length === 0)
    return audioMs < WORDLESS_MS ? { tag: 'unsure' } : { tag: 'ignored', because: 'no words' }
  const echo = isEcho(text, saying)
  const decision = answering ? approvalAnswer(text) : null
  // Stopping without need costs little, not stopping costs much. Where the reply contains the stop phrase itself, the
  // beginning of its echo looks like one, though not for long.
  if (isStopPhrase(text) || decision === 'deny') {
    if (echo && !final && !sameWords(text, before)) return { tag: 'unsure' }
    return { tag: 'interrupts', because: isStopPhrase(text) ? 'stop' : 'answer' }
  }
  // The agent's own voice must never answer yes.
  if (echo) return { tag: 'ignored', because: 'echo' }
  if (decision !== null) return { tag: 'interrupts', because: 'answer' }
  if (isBackchannel(text))
    return answering ? { tag: 'interrupts', because: 'answer' } : { tag: 'ignored', because: 'backchannel' }
  return final || isPlain(overheard, text) ? { tag: 'interrupts', because: 'words' } : { tag: 'unsure' }
}

/**
 * Words that are not in the reply may still be its echo, misrecognized: most easily the first ones, and those spelled
 * alike. A single such word counts once the next guess has it too.
 */
function isPlain({ saying, audioMs, before = null, isCommand = false }: Overheard, text: string): boolean {
  if (saying === '' || isCommand) return true
  if (audioMs < MISHEARD_MS) return false
  const foreign = foreignWords(text, saying)
  if (foreign.length >= PLAIN_WORDS) return true
  if (echoLikeness(text, saying) >= ALIKE) return false
  if (foreign.length >= 2) return true
  const stays = before === null ? [] : foreignWords(before, saying)
  return foreign.some((word) => stays.includes(word))
}

const sameWords = (text: string, before: string | null): boolean =>
  before !== null && saidWords(text).join(' ') === saidWords(before).join(' ')
