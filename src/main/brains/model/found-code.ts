// What a model without tools gets with a request: the code on screen, and whole passages that a search finds.
import type { Hands } from '../../../core/model/model-tools.ts'
import type { BrainRequest } from '../../../core/ports/brain.ts'
import { findPassagesTool } from '../../../core/tools/find-passages.ts'
import { readTool } from '../../../core/tools/read-file.ts'
import type { ViewContext } from '../../../shared/conversation.ts'

interface Place {
  file: string
  line: number
  endLine: number
}

/** Lines before and after the ones the user looks at. */
const BEFORE = 20
const AFTER = 60
/** The rest is left out of a longer passage. */
const MAX_LINES = 120
const MAX_LINE = 300
/** What is on screen takes at most this part of the room. */
const SEEN_SHARE = 0.5
/** A passage that is shorter because of the room tells nothing. */
const LEAST_PASSAGE = 200

/** Null if nothing is open and nothing is found. */
export async function foundCode(
  { text, view }: Pick<BrainRequest, 'text' | 'view'>,
  hands: Hands,
  maxCharacters: number,
): Promise<string | null> {
  let room = maxCharacters

  async function passage({ file, line, endLine }: Place, most: number): Promise<string[]> {
    if (most < LEAST_PASSAGE) return []
    const until = Math.min(endLine, line + MAX_LINES - 1)
    const read = await hands.use(readTool, { path: file, line, endLine: until }, { hide: 'all' })
    if (!read.ok || read.value.kind !== 'text') return []
    const from = read.value.startLine ?? 1
    const lines = [`${file}:`]
    let left = most - file.length
    for (const [at, content] of read.value.text.trimEnd().split('\n').slice(0, MAX_LINES).entries()) {
      const numbered = `${from + at}\t${content.slice(0, MAX_LINE)}`
      left -= numbered.length + 1
      if (left < 0) break
      lines.push(numbered)
    }
    const shown = lines.join('\n')
    room -= shown.length
    return [shown]
  }

  const seen = view?.file === undefined ? [] : await passage(viewedPlace(view.file, view), room * SEEN_SHARE)
  const found = await hands.use(findPassagesTool, { question: text.slice(0, 1_000) }, { hide: 'all' })
  const passages: string[] = []
  for (const { file, startLine, endLine } of found.ok ? found.value.findings : [])
    passages.push(...(await passage({ file, line: startLine, endLine }, room)))
  const parts = [
    ...(seen.length === 0 ? [] : ['The user is looking at', ...seen]),
    ...(passages.length === 0 ? [] : ['A search of the open folder found, best first,', ...passages]),
  ]
  return parts.length === 0 ? null : `[${parts.join('\n\n')}]`
}

const viewedPlace = (file: string, { line = 1, endLine = line }: ViewContext): Place => ({
  file,
  line: Math.max(1, line - BEFORE),
  endLine: endLine + AFTER,
})
