// "Find retry": shows every line that has the text, and says how many there are.
import { reportedHits } from '../../../core/interceptors/search-output.ts'
import type { Intent } from '../../../core/intents/understand.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { spokenCount } from '../../../core/replies/spoken-count.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import type { Turn } from './turn.ts'

/** A longer text is not repeated back. */
const MAX_REPEATED = 60

export async function findText(intent: Extract<Intent, { kind: 'find' }>, turn: Turn): Promise<string> {
  const { text } = intent
  const found = await turn.use('Grep', { pattern: text }, (signal) => turn.tools.grep(text, { signal }))
  if (!found.ok) return faultSentence(found.fault?.code)

  const hits = reportedHits(found.output.details) ?? []
  const [first] = hits
  if (first === undefined) return `I found nothing for ${text.length > MAX_REPEATED ? 'that' : text}.`
  const files = new Set(hits.map(({ file }) => file)).size
  const where = files === 1 ? `in ${spokenName(first.file)}` : `in ${spokenCount(files, 'file')}`
  if (found.output.details?.['truncated'] === true) {
    return `I found more than ${spokenCount(hits.length, 'place')}, so I stopped there. The first ones are ${where}.`
  }
  return `I found ${spokenCount(hits.length, 'place')} ${where}.`
}
