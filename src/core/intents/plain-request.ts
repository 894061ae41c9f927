// A request without what people wrap it in: greetings, courtesy, second thoughts and full stops.

const START =
  /^(?:(?:hey|hi|hello|ok|okay|alright|all right|so|well|now|then|and|please|um+|uh+|er+|hmm+|like|actually|maybe|quickly|just|parley|right|great|cool|thanks|perfect|(?:can|could|would|will) (?:you|we|i)|i(?: want| need|'d like| would like| wanna)(?: you)? to|i want you to|let's|lets|go ahead and|help me(?: to)?|try to|why don't you|do me a favor and|do me a favour and|let me(?= (?:see|read|look)\b))[,.!:;]?\s+)+/i
const END =
  /(?:[\s,]+(?:please|for me|thanks|thank you|thx|if you can|if you could|if possible|will you|would you|could you|can you|right now|real quick|quickly|for a (?:second|moment|sec)|again|then))+$/i

/** Spaces mean nothing in speech; between quotes they are part of what is meant. */
export function plainRequest(said: string): string {
  const words = said
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/("[^"\n]*")|\s+/g, (_, quoted?: string) => quoted ?? ' ')
    .trim()
  const bare = words
    .replace(START, '')
    .replace(/[.!?,;]+$/, '')
    .replace(END, '')
    .replace(/[.!?,;]+$/, '')
    .trim()
  // Nothing but courtesy is what was said.
  return bare === '' ? words : bare
}

const QUOTED = /^["'`“”‘’«»](.+)["'`“”‘’«»]$/s

export const isQuoted = (text: string): boolean => QUOTED.test(text.trim())

export function unquoted(text: string): string {
  const bare = text.trim()
  return QUOTED.exec(bare)?.[1] ?? bare
}
