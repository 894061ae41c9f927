// What to say when nothing was understood or found: the nearest commands and requests, to choose from.
import { nearestSayings } from '../../../core/understanding/nearest-sayings.ts'
import { ordinalWord } from '../../../core/understanding/replies/spoken-count.ts'
import { CAN_DO } from '../../../core/understanding/unsupported.ts'
import type { Turn } from './turn.ts'

const MAX_OFFERED = 3
/** The built-in agent answers alone: where another one is connected, it gets what this one does not understand. */
const WITH_AGENT = 'Say connect a model, and you can ask in your own words.'

export async function suggest(said: string, turn: Turn): Promise<string> {
  const near = nearestSayings(said, MAX_OFFERED)
  if (near.length === 0) return `I found nothing about that here. ${CAN_DO} ${WITH_AGENT}`
  const labels = near.map(({ label }) => label)
  if (turn.choose !== null && near.length > 1) {
    const question = 'I did not find that. Did you mean one of these?'
    const chosen = near[(await turn.choose(question, labels, WITH_AGENT)) ?? -1]
    return chosen === undefined ? `All right. ${WITH_AGENT}` : turn.answer(chosen.say)
  }
  turn.dialogue.listed = near.map(({ label, say }) => ({
    label,
    file: '',
    take: (next) => next.answer(say),
  }))
  turn.dialogue.asked = true
  const offers = labels.map((label, at) => `${ordinalWord(at + 1)}, ${label}`).join('; ')
  return `I did not find that. You can say: ${offers}. ${WITH_AGENT}`
}
