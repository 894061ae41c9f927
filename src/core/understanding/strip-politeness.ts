// Removes what people wrap a request in: greetings, courtesy, hesitation and punctuation.

const START =
  /^(?:(?:hey|hi|hello|ok|okay|alright|all right|so|well|now|then|and|please|um+|uh+|er+|hmm+|like|actually|maybe|quickly|just|parley|right|great|cool|thanks|perfect|(?:can|could|would|will) (?:you|we|i)|i(?: want| need|'d like| would like| wanna)(?: you)? to|i want you to|let's|lets|go ahead and|help me(?: to)?|try to|why don't you|do me a favor and|do me a favour and|let me(?= (?:see|read|look)\b))[,.!:;]?\s+)+/i
const END =
  /(?:[\s,]+(?:please|for me|thanks|thank you|thx|if you can|if you could|if possible|will you|would you|could you|can you|right now|real quick|(?<!more )quickly|for a (?:second|moment|sec)|(?<!^(?:run|try|do|start)(?: it| that| them)?[\s,]+)again|then))+$/i

/** Filler sounds, and small text that people repeat while they think. */
const FILLERS = /("[^"\n]*")|(?<=\S )(?:uh+|uhm+|um+|umm+|erm+|hmm+|mhm),? (?=\S)/gi
const TWICE =
  /("[^"\n]*")|\b(the|a|an|to|in|of|for|on|is|are|and|open|show|find|go|we|i|what|where|can you|show me)(?:,? \2)+\b(?=\s)/gi
/** Recognizers often write "get" for "git"; nobody gets a diff. */
const GIT =
  /^((?:run |do a |show me (?:the )?|show (?:the )?|give me (?:the |a )?)?)get (?=(?:diff|status|log|blame|show|stash|push|pull|fetch|commit|checkout|check out|branch|merge|rebase|reset|add|clone)\b)/i
/** Programs as recognizers spell them. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^((?:run |execute )?)n p m (?=\S)/i, '$1npm '],
  [/^((?:run |execute )?)(?:pie|pi) test\b/i, '$1pytest'],
  [/^((?:run |execute )?)e s lint\b/i, '$1eslint'],
]

/** Extra spaces mean nothing, except between quotes. */
export function stripPoliteness(said: string): string {
  const text = said
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/("[^"\n]*")|\s+/g, (_, quoted?: string) => quoted ?? ' ')
    .replace(FILLERS, (_, quoted?: string) => quoted ?? '')
    .replace(TWICE, (_, quoted?: string, word?: string) => quoted ?? word ?? '')
    .trim()
  const bare = text
    .replace(START, '')
    .replace(/[.!?,;]+$/, '')
    .replace(END, '')
    .replace(/[.!?,;]+$/, '')
    .trim()
  // A text that is nothing but courtesy stays.
  let request = (bare === '' ? text : bare).replace(GIT, '$1git ')
  for (const [heard, meant] of PROGRAMS) request = request.replace(heard, meant)
  return request
}

const QUOTED = /^["'`“”‘’«»](.+)["'`“”‘’«»]$/s

export const isQuoted = (text: string): boolean => QUOTED.test(text.trim())

export function unquoted(text: string): string {
  const bare = text.trim()
  return QUOTED.exec(bare)?.[1] ?? bare
}
