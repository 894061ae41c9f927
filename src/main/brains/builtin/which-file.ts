// Which file is meant: the one in front, the one a name can only mean, or the one the person picks when asked.
import type { Named } from '../../../core/intents/intent.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { spokenFiles, whichOne } from '../../../core/replies/spoken-choices.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import type { Turn } from './turn.ts'

type WithFile = (file: string, turn: Turn) => Promise<string>

export async function withFile(named: Named, turn: Turn, then: WithFile): Promise<string> {
  if (named === 'this') {
    const file = fileInFront(turn)
    return file === null ? 'No file is in front of you. Open one first, or name it.' : then(file, turn)
  }
  // A path that leads elsewhere is no name to look for; reading it says plainly that it is out of bounds.
  if (leadsElsewhere(named.name)) return then(named.name, turn)

  const found = await lookUp(named.name, turn)
  if (typeof found === 'string') return found
  if (found.best !== null) return then(found.best, turn)
  if (found.files.length === 0) return noFile(named.name)
  return askWhichFile(found.files, found.more, turn, then)
}

export const fileInFront = ({ view, dialogue }: Turn): string | null => view.file ?? dialogue.lastFile

export const noFile = (name: string): string =>
  `I found no file called ${spokenName(name)}. Try another name, or part of it.`

/** The files a name may mean; in words, where they cannot be looked for. */
export async function lookUp(
  name: string,
  turn: Turn,
): Promise<{ files: string[]; best: string | null; more: boolean } | string> {
  const found = await turn.use('Glob', { pattern: name }, (signal) => turn.tools.glob(name, { signal }))
  if (!found.ok) return faultSentence(found.fault?.code)
  return { ...found.value, more: found.output.details?.['truncated'] === true }
}

/** The list is on the screen already; here it is asked aloud, and what is picked goes on from where we are. */
export function askWhichFile(files: readonly string[], more: boolean, turn: Turn, then: WithFile): string {
  const labels = spokenFiles(files)
  turn.dialogue.listed = files.map((file, at) => ({
    label: labels[at] ?? 'the file',
    file,
    take: (next) => then(file, next),
  }))
  turn.dialogue.asked = true
  return whichOne(labels, more)
}

export const leadsElsewhere = (target: string): boolean =>
  /^(?:[\\/~]|[a-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(target)
