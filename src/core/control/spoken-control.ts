// Words that steer the window and the voice, understood here and at once: nothing is sent and no model is asked. A fixed
// grammar of whole utterances; what says anything more than one of them is a request and is left alone.
import type { ApprovalDecision, ViewAction } from '../../shared/conversation.ts'
import { approvalAnswer } from '../approval-words.ts'
import { plainRequest } from '../intents/plain-request.ts'
import { spokenNumber } from '../intents/spoken-number.ts'
import { asWindowWish } from '../intents/window-wishes.ts'
import { meansStop } from '../stop-words.ts'
import { misheardAnswer, misheardControl } from './misheard-control.ts'

/** What the person is in the middle of, which says what a word can mean. */
export interface ControlContext {
  /** The agent waits for a yes or a no. */
  asked: boolean
  /** How many things to choose from were just listed. */
  choices: number
  /** The kind of what is in front, such as `diff`; null where nothing is open. */
  inFront: string | null
}

export const voiceControls = [
  'voice.louder',
  'voice.softer',
  'voice.faster',
  'voice.slower',
  'voice.mute',
  'voice.unmute',
] as const

export type ControlAction =
  | { type: 'view.request'; action: ViewAction; line?: number }
  /** -1 is the last. */
  | { type: 'choice.take'; number: number }
  | { type: 'approval.answer'; decision: ApprovalDecision }
  | { type: 'turn.interrupt' | 'reply.read_out' | 'reply.repeat' | 'microphone.mute' }
  | { type: (typeof voiceControls)[number] }

export interface SpokenControl {
  action: ControlAction
  /** The words as they were understood, to be shown. */
  phrase: string
}

/** Longer than any of the phrases. */
const MAX_CONTROL = 80

const BIT = '(?: (?:a (?:bit|little|lot|tad|notch|little bit)|much|some more|more|still|again))?'
const THING = '(?:it|this|that|yourself|your voice|the (?:voice|volume|sound|speech|audio))'
const IT = `(?: ${THING})?`

const SPOKEN: readonly (readonly [RegExp, ControlAction])[] = [
  [
    new RegExp(
      `^(?:(?:speak|talk|be|go|read)${BIT} )?(?:a (?:bit|little) )?louder${BIT}$|^(?:turn|crank) ${THING} up${BIT}$|^turn up${IT}$|^volume up$|^(?:more|increase|raise)(?: the)? volume$|^(?:too quiet|that's too quiet|you're too quiet|i can't hear you)$`,
    ),
    { type: 'voice.louder' },
  ],
  [
    new RegExp(
      `^(?:(?:speak|talk|be|go|read)${BIT} )?(?:a (?:bit|little) )?(?:softer|quieter|more quietly|more softly)${BIT}$|^turn ${THING} down${BIT}$|^turn down${IT}$|^volume down$|^(?:less|lower|reduce|decrease)(?: the)? volume$|^(?:too loud|that's too loud|you're too loud|not so loud)$`,
    ),
    { type: 'voice.softer' },
  ],
  [
    new RegExp(
      `^(?:(?:speak|talk|be|go|read)${BIT} )?(?:a (?:bit|little) )?(?:faster|quicker|more quickly)${BIT}$|^(?:speed up|speed it up)${BIT}$|^(?:too slow|that's too slow|you're too slow)$`,
    ),
    { type: 'voice.faster' },
  ],
  [
    new RegExp(
      `^(?:(?:speak|talk|be|go|read)${BIT} )?(?:a (?:bit|little) )?(?:slower|more slowly)${BIT}$|^(?:slow down|slow it down)${BIT}$|^(?:too fast|that's too fast|you're too fast|not so fast)$`,
    ),
    { type: 'voice.slower' },
  ],
  [
    new RegExp(
      `^mute${IT}$|^(?:voice|sound|speech|audio) off$|^turn off(?: the| your)? (?:voice|sound|speech|audio)$|^don't (?:speak|talk)$|^no more talking$`,
    ),
    { type: 'voice.mute' },
  ],
  [
    new RegExp(
      `^unmute${IT}$|^(?:voice|sound|speech|audio) on$|^turn on(?: the| your)? (?:voice|sound|speech|audio)$|^you can (?:speak|talk)(?: again| now)?$`,
    ),
    { type: 'voice.unmute' },
  ],
  [
    /^(?:mute|turn off)(?: the| my)? (?:microphone|mic|mike)$|^stop listening(?: to me)?$|^(?:microphone|mic|mike) off$/,
    { type: 'microphone.mute' },
  ],
  [
    /^(?:repeat(?: (?:that|it|this|yourself|the last (?:bit|part|sentence|thing)|what you (?:just )?said))?|say (?:that|it)(?: again)?|once more|one more time|come(?: again)?|what did you (?:just )?say|what was that|i didn't (?:hear|catch) (?:that|it|you)|pardon(?: me)?|sorry what)$/,
    { type: 'reply.repeat' },
  ],
]

const LINE =
  /^(?:(?:go|jump|move|scroll|skip|take me|bring me)(?: (?:up|down|back))? to |show(?: me)? )?line (?:number )?(.{1,40})$/
const HOMOPHONES: Readonly<Record<string, string>> = {
  to: 'two',
  too: 'two',
  for: 'four',
  won: 'one',
  ate: 'eight',
}

/** What can be told of what is in front: only of a diff, or of anything. */
const OF_A_DIFF = new Set<ViewAction>([
  'hunk.next',
  'hunk.previous',
  'hunk.keep',
  'hunk.revert',
  'file.next',
  'file.previous',
])

export function spokenControl(said: string, context: ControlContext): SpokenControl | null {
  if (said.length > MAX_CONTROL) return null
  const bare = bareWords(said)
  const words = withoutCourtesy(bare)
  if (words === '') return null
  const answer = context.asked ? asAnswer(said, words) : null
  if (answer) return answer
  // "And mute" was said for "unmute": what looks like courtesy may be half of a word.
  const whole = misheardControl(bare)
  const phrase = whole === bare ? misheardControl(words) : whole
  const action = asControl(phrase, context)
  return action && { action, phrase }
}

/** In lower case, without hesitation and the commas that recognisers put between any two words. */
const bareWords = (said: string): string =>
  said
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\b(?:u[hm]+|erm?|hmm+|ah+|mhm)\b[,.]*/g, ' ')
    .replace(/[.!?…]+(?=\s|$)/g, ' ')
    .replace(/,/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const withoutCourtesy = (bare: string): string => plainRequest(bare).trim()

/** An answer to what is asked. Courtesy may be the whole of it: "please" is a yes. */
function asAnswer(said: string, words: string): SpokenControl | null {
  const phrase = misheardAnswer(words)
  const decision = approvalAnswer(said) ?? approvalAnswer(phrase)
  return decision && { action: { type: 'approval.answer', decision }, phrase }
}

function asControl(words: string, context: ControlContext): ControlAction | null {
  if (meansStop(words)) return { type: 'turn.interrupt' }
  for (const [form, action] of SPOKEN) if (form.test(words)) return action
  const line = asLine(words)
  if (line !== null)
    return context.inFront === null ? null : { type: 'view.request', action: 'line.reveal', line }
  const step = /^(?:the )?(next|previous)(?: one)?$/.exec(words)?.[1]
  if (step !== undefined) return asView(step === 'next' ? nextOf(context) : previousOf(context), context)
  const wish = asWindowWish(words)
  if (wish?.kind === 'stop') return { type: 'turn.interrupt' }
  if (wish?.kind === 'read_out') return { type: 'reply.read_out' }
  if (wish?.kind === 'view') return asView(wish.action, context)
  if (wish?.kind === 'choose' && context.choices > 0 && wish.number <= context.choices)
    return { type: 'choice.take', number: wish.number }
  return null
}

/** Among hunks the next is a hunk; elsewhere it is a tab. */
const nextOf = ({ inFront }: ControlContext): ViewAction => (inFront === 'diff' ? 'hunk.next' : 'tab.next')
const previousOf = ({ inFront }: ControlContext): ViewAction =>
  inFront === 'diff' ? 'hunk.previous' : 'tab.previous'

function asView(action: ViewAction, { inFront }: ControlContext): ControlAction | null {
  // A tab that was closed can be the only one there was.
  if (inFront === null && action !== 'tab.reopen') return null
  if (OF_A_DIFF.has(action) && inFront !== 'diff') return null
  return { type: 'view.request', action }
}

function asLine(words: string): number | null {
  const number = LINE.exec(words)?.[1]
  if (number === undefined) return null
  const heard = number.replace(/(?<=\s|^)(?:to|too|for|won|ate)(?=\s|$)/g, (word) => HOMOPHONES[word] ?? word)
  const line = spokenNumber(heard)
  return line !== null && line > 0 ? line : null
}
