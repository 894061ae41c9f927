// Questions about the running turn.
import { barePhrase } from '../commands/match-command.ts'
import { compilePhrases } from '../commands/phrases.ts'

export type ProgressQuestion = 'doing' | 'far' | 'left' | 'done' | 'stuck'

const NOW = '[right now|now|at the moment|currently]'
const AGENT =
  '(it|he|she|the agent|claude [code]|cloud [code]|clod [code]|codex|gemini|opencode|open code|goose|qwen|quen|copilot|cursor|openclaw|open claw)'
const YOU = `(are you|is ${AGENT})`
const SO_FAR = '[so far|until now|up to now|already|yet|by now]'

const questions: readonly (readonly [ProgressQuestion, ReturnType<typeof compilePhrases>])[] = [
  [
    'doing',
    compilePhrases([
      `what ${YOU} [currently|still] (doing|working on|up to|busy with) ${NOW}`,
      `what ${YOU} (on|at) ${NOW}`,
      "(what's|what is) (going on|happening) [right now|now]",
      '[give me] [a|an] (status|progress) (report|update)',
      "(what's|what is) [your|the] progress",
      `${YOU} still (there|working|busy|running|at it|on it) ${NOW}`,
      `are you (working|busy) ${NOW}`,
    ]),
  ],
  [
    'far',
    compilePhrases([
      `how far ${YOU} ${SO_FAR} [with (it|this|that)|along]`,
      'how far along [are you]',
      'where are you [at] [now|right now|with (it|this|that)]',
      '(what|which) step are you (on|at)',
      'how far (have|did) you (got|gotten|come|get) [with (it|this|that)]',
      "how (is it|is that|are things|are you|is the work|'s it) (going|coming along|getting on|doing)",
      "how's it (going|coming along)",
      `${YOU} [almost|nearly|about] (done|finished|ready) ${SO_FAR}`,
      `how (long|much longer) (will|does) (it|this|that) [still] take`,
      'how much longer',
      'how long (have you been|has it been|has this been) (working|running|going|busy|at it) [on (it|this|that)|already]',
    ]),
  ],
  [
    'left',
    compilePhrases([
      "(what's|what is) [still] (left|missing|remaining|open|to do) [to (do|be done)]",
      "(what's|what is|what comes|what do you do|what will you do) next",
      'how much (is [still] left|is missing|remains|is there left) [to do]',
      'what (remains|else is there [to do]|do you still have to do|do you have left [to do])',
      '(what|which) (are the next steps|is the next step|steps are left)',
      'how many steps (are left|remain|are there [left])',
    ]),
  ],
  [
    'done',
    compilePhrases([
      `what (have you|did you|has ${AGENT}) (done|do|got done|finished|accomplished|achieved) ${SO_FAR}`,
      `(what's|what is) (done|finished) ${SO_FAR}`,
    ]),
  ],
  [
    'stuck',
    compilePhrases([
      `${YOU} [still] (stuck|hanging|frozen|dead|alive|blocked|lost|waiting [for (me|something)]) ${NOW}`,
      '(are you|is it) (waiting for|stuck on) (me|something|what)',
      'what are you waiting for',
      `(did|have) you (hang|crash|freeze|crashed|hung) [up]`,
      "what's taking so long",
      'why (is it|does it|is this|does this|are you) (taking|take|so) (so long|slow)',
    ]),
  ],
]

/** While nothing runs, only these are about Parley; "what is left" is then a question for the agent. */
export const isAboutNow = (said: string, question: ProgressQuestion): boolean =>
  question !== 'left' && question !== 'done' && /\byou\b/i.test(said)

/** What the user wants to know about the running turn; null if the text asks for something else. */
export function progressQuestion(said: string): ProgressQuestion | null {
  const text = barePhrase(said)
  return text === '' ? null : (questions.find(([, matches]) => matches(text))?.[0] ?? null)
}
