// What to say when nothing was understood or found: the nearest things the built-in agent can do, to choose from.
import { nearestSayings } from '../../../core/understanding/nearest-sayings.ts'
import { ordinalWord } from '../../../core/understanding/replies/spoken-count.ts'
import { CAN_DO } from '../../../core/understanding/unsupported.ts'
import type { Turn } from './turn.ts'

const MAX_OFFERED = 3
const WITH_AGENT = 'For questions in your own words, connect a coding agent in the settings.'

export async function suggest(said: string, turn: Turn): Promise<string> {
  const near = nearestSayings(said, MAX_OFFERED)
  if (near.length === 0) return `I found nothing about that here. ${CAN_DO}`
  if (turn.choose !== null && near.length > 1) {
    const chosen = near[(await turn.choose('I did not find that. Did you mean one of these?', near)) ?? -1]
    return chosen === undefined ? `All right. ${WITH_AGENT}` : turn.answer(chosen)
  }
  turn.dialogue.listed = near.map((saying) => ({
    label: saying,
    file: '',
    take: (next) => next.answer(saying),
  }))
  turn.dialogue.asked = true
  const offers = near.map((saying, at) => `${ordinalWord(at + 1)}, ${saying}`).join('; ')
  return `I did not find that. You can say: ${offers}. ${WITH_AGENT}`
}
