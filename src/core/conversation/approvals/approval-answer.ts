// Recognizes yes, no and always as answers to an approval. Only a clear answer counts: "yes but first show me" is a
// request, not a yes.
import type { ApprovalDecision } from '../../../shared/conversation.ts'

const AGREED =
  '(?:yes|yeah|yep|yup|yea|aye|sure|sure thing|ok|okay|alright|all right|please|fine|absolutely|definitely|of course|right|correct|perfect|great|good)'
const IT =
  '(?:it|this|that|them|so|the (?:patch|change|changes|edit|edits|command|tests?|build|lint|rename|replacement|undo|diff))'
const DO =
  '(?:do|allow|approve|apply|run|accept|confirm|keep|make|execute|write|save|replace|rename|undo|create|start)'

const ALWAYS = new RegExp(
  `^(?:${AGREED}[, ]+)*(?:always(?: (?:allow|do|yes|run|apply))?(?: ${IT}| these)?|(?:allow|approve|do|accept) (?:${IT} )?always|yes to (?:all(?: of (?:them|it))?|everything)|all of (?:them|it)|allow all(?: of (?:them|it))?|(?:and )?don't ask (?:me )?(?:again|any ?more)|stop asking(?: me)?|${DO} ${IT} (?:and )?(?:don't ask (?:me )?again|always))(?: (?:for|in) this session| from now on)?$`,
)
const ALLOW = new RegExp(
  `^(?:${AGREED}[, ]*)*(?:${DO} ${IT}(?: now| then| please)?|(?:please )?(?:go|carry|move) (?:ahead|for it|on)(?: (?:and|then)? ?${DO} ${IT})?(?: please)?|go|do|do so|approved?|allow(?:ed)?|accept(?:ed)?|confirm(?:ed)?|agreed|proceed|please(?: do)?|you (?:may|can)|make it so|sounds good|looks good|looks right|looks fine|that's (?:fine|right|ok|okay|good|it|correct)|that is (?:fine|right|ok|okay|good)|i agree|ship it|lgtm)?$`,
)
const DENY = new RegExp(
  `^(?:(?:no|nope|nah|no way|rather not)[, ]*)*(?:(?:please )?(?:don't|do not)(?: (?:${DO}) ${IT})?|deny(?: ${IT})?|denied|reject(?: ${IT})?|rejected|refuse|decline|cancel(?: ${IT})?|not now|not yet|never(?: ?mind)?|forget it|leave (?:it|that)(?: alone| be| as it is)?|skip (?:it|this|that)|i'd rather not|better not|absolutely not|definitely not)?$`,
)
const NO_THANKS = /^(?:no|nope|nah)[, ]+(?:thanks|thank you|please|sorry|that's (?:wrong|not right))$/

/** Longer than any answer. */
const MAX_ANSWER = 120

/** Names the action, and so cannot be a nod or the answer to another question. */
const EXPLICIT = new RegExp(
  `^(?:${AGREED}[, ]*)*(?:(?:you (?:may|can)|go ahead and|please) )?(?:allow|approve|run|execute|apply|accept|confirm) ${IT}(?: now| then| please)?$`,
)
const AGREEMENT = new RegExp(`(?:^|[^a-z])${AGREED}(?:[^a-z]|$)`)

const normalize = (said: string): string =>
  said
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\bdont\b/g, "don't")
    .replace(/[.!?]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:um+|uh+|hmm+|well|oh)[, ]+/, '')
    .replace(/[, ]+$/, '')

export const isExplicitYes = (said: string): boolean =>
  said.length <= MAX_ANSWER && EXPLICIT.test(normalize(said))

/** Contains a word of agreement, whatever else it says. */
export const saysAgreement = (text: string): boolean => AGREEMENT.test(text.toLowerCase())

export function approvalAnswer(said: string): ApprovalDecision | null {
  if (said.length > MAX_ANSWER) return null
  const text = normalize(said)
  if (text === '') return null
  if (ALWAYS.test(text)) return 'always'
  if (NO_THANKS.test(text)) return 'deny'
  if (ALLOW.test(text)) return 'allow'
  if (DENY.test(text)) return 'deny'
  return null
}
