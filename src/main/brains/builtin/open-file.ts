// "Open the session manager": finds the file that is meant and shows it, or shows which ones may be.
import { reportedHits } from '../../../core/interceptors/search-output.ts'
import type { Intent } from '../../../core/intents/understand.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { spokenCount } from '../../../core/replies/spoken-count.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import type { Turn } from './turn.ts'

export async function openFile(intent: Extract<Intent, { kind: 'open' }>, turn: Turn): Promise<string> {
  const { target, line } = intent
  // A path that leads elsewhere is no name to look for; reading it says plainly that it is out of bounds.
  if (leadsElsewhere(target)) return readFile(target, line, turn)

  const found = await turn.use('Glob', { pattern: target }, (signal) => turn.tools.glob(target, { signal }))
  if (!found.ok) return faultSentence(found.fault?.code)
  const best = found.output.details?.['best']
  if (typeof best === 'string') return readFile(best, line, turn)

  const count = reportedHits(found.output.details)?.length ?? 0
  if (count === 0) return `I found no file called ${spokenName(target)}. Try another name, or part of it.`
  const several =
    found.output.details?.['truncated'] === true ? `more than ${count} files` : spokenCount(count, 'file')
  return `I found ${several} like that. They are on the screen; tell me which one.`
}

async function readFile(path: string, line: number | undefined, turn: Turn): Promise<string> {
  const focus = line === undefined ? {} : { focusLine: line }
  const read = await turn.use('Read', { path, ...(line !== undefined && { line }) }, (signal) =>
    turn.tools.read(path, { ...focus, signal }),
  )
  if (!read.ok) return faultSentence(read.fault?.code)
  const { code } = read.output.details ?? {}
  if (code === 'file_binary' || code === 'file_too_large') return faultSentence(code)
  const shownLine = read.output.details?.['focusLine']
  const at = typeof shownLine === 'number' ? `, line ${shownLine}` : ''
  return `Here is ${spokenName(path)}${at}.`
}

const leadsElsewhere = (target: string): boolean =>
  /^(?:[\\/~]|[a-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(target)
