// Whether what is heard while the agent speaks is meant to stop it. A cough, a "mm-hm", its own echo are not.
import { meansStop } from '../stop-words.ts'
import { isEcho } from './echo.ts'
import { saidWords } from './everyday-words.ts'

export interface Overheard {
  /** What has been recognised so far; null while nothing has. */
  words: string | null
  /** How long somebody has been speaking. */
  speechMs: number
  /** What the agent has said in the last seconds and is saying. */
  saying: string
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

export function judgeBargeIn({ words, speechMs, saying, answering = false }: Overheard): BargeIn {
  if (words === null || saidWords(words).length === 0)
    return speechMs < WORDLESS_MS ? { tag: 'unsure' } : { tag: 'ignored', because: 'no words' }
  if (isEcho(words, saying)) return { tag: 'ignored', because: 'echo' }
  if (meansStop(words)) return { tag: 'interrupts', because: 'stop' }
  if (isBackchannel(words))
    return answering ? { tag: 'interrupts', because: 'answer' } : { tag: 'ignored', because: 'backchannel' }
  return { tag: 'interrupts', because: 'words' }
}
