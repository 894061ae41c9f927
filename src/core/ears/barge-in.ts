// Whether what is heard while the agent speaks is meant to stop it. A cough, a "mm-hm", its own echo are not.
import { approvalAnswer } from '../approval-words.ts'
import { meansStop } from '../stop-words.ts'
import { echoLikeness, foreignWords, isEcho } from './echo.ts'
import { saidWords } from './everyday-words.ts'

export interface Overheard {
  /** What has been recognised so far; null while nothing has. */
  words: string | null
  /** How much sound this was made out of: from just before somebody spoke. */
  soundMs: number
  /** What of the agent's own words sounded while this was heard; empty where it was silent. */
  saying: string
  /** The guess before this one; null where it is the first. */
  before?: string | null
  /** They have finished: these are all the words there will be. */
  final?: boolean
  /** The words are a command of the fixed grammar. */
  isCommand?: boolean
  /** The agent waits for a yes or a no, so that these are an answer and not a nod. */
  answering?: boolean
}

export type BargeIn =
  | { tag: 'interrupts'; because: 'stop' | 'words' | 'answer' }
  | { tag: 'ignored'; because: 'echo' | 'backchannel' | 'no words' }
  /** More must be heard first. */
  | { tag: 'unsure' }

/** Whoever has spoken this long and said nothing that can be recognised was not speaking. */
const WORDLESS_MS = 1500

// Measured with the echo of both built-in voices, on sentences that these were not chosen by: of 501 guesses 167 would
// have stopped the agent, and 19 still do.
/** Of less than this, what the agent begins with is often made out as something else. */
const MISHEARD_MS = 1200
/** So many words of somebody else's are no mishearing. */
const PLAIN_WORDS = 5
/** What is spelled so much like what the agent says is rather that. */
const ALIKE = 0.5

const NODS = new Set(
  (
    'mm mmm mhm mmhm hm hmm huh uh uhuh uhhuh um umm er erm ah aha oh ooh wow ok okay okey yeah yep yup yes right sure ' +
    'good great nice cool fine true exactly alright'
  ).split(' '),
)
/** What recognisers write for these sounds. */
const NOD_PHRASES = /^(?:(?:mm|mhm|uh|ah|hm)[\s-]*(?:hm|hmm|huh|mm|ha)|i see|got it|all right|oh i see)$/
/** What recognisers write for coughs, breath and noise. */
const NOISES =
  /^[\s([*]*(?:cough(?:s|ing)?|laugh(?:s|ter)?|music|noise|silence|blank_audio|sighs?|breath(?:ing)?|applause)?[\s)\]*.]*$/i

export function isBackchannel(words: string): boolean {
  if (NOISES.test(words)) return true
  const said = saidWords(words)
  return NOD_PHRASES.test(said.join(' ')) || (said.length <= 3 && said.every((word) => NODS.has(word)))
}

export function judgeBargeIn(overheard: Overheard): BargeIn {
  const { words, soundMs, saying, before = null, final = false, answering = false } = overheard
  if (words === null || saidWords(words).length === 0)
    return soundMs < WORDLESS_MS ? { tag: 'unsure' } : { tag: 'ignored', because: 'no words' }
  const echo = isEcho(words, saying)
  const decision = answering ? approvalAnswer(words) : null
  // To be stopped in vain costs little, not to be stopped costs much. Where it says the very word itself, the beginning of
  // an echo may look like it, though not for long.
  if (meansStop(words) || decision === 'deny') {
    if (echo && !final && !sameWords(words, before)) return { tag: 'unsure' }
    return { tag: 'interrupts', because: meansStop(words) ? 'stop' : 'answer' }
  }
  // Nor may it ever be its own voice that says yes.
  if (echo) return { tag: 'ignored', because: 'echo' }
  if (decision !== null) return { tag: 'interrupts', because: 'answer' }
  if (isBackchannel(words))
    return answering ? { tag: 'interrupts', because: 'answer' } : { tag: 'ignored', because: 'backchannel' }
  return final || isPlain(overheard, words) ? { tag: 'interrupts', because: 'words' } : { tag: 'unsure' }
}

/**
 * Words that are not the agent's may be its own, misheard: most easily its first ones, and those that are spelled like
 * what it says. A single one is waited for until it is heard again.
 */
function isPlain({ saying, soundMs, before = null, isCommand = false }: Overheard, words: string): boolean {
  if (saying === '' || isCommand) return true
  if (soundMs < MISHEARD_MS) return false
  const foreign = foreignWords(words, saying)
  if (foreign.length >= PLAIN_WORDS) return true
  if (echoLikeness(words, saying) >= ALIKE) return false
  if (foreign.length >= 2) return true
  const stays = before === null ? [] : foreignWords(before, saying)
  return foreign.some((word) => stays.includes(word))
}

const sameWords = (words: string, before: string | null): boolean =>
  before !== null && saidWords(words).join(' ') === saidWords(before).join(' ')
