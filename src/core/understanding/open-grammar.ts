// Requests to open a file, or a line in one.
import type { Intent } from './intent.ts'
import { fileName, isThis, splitLine } from './named-targets.ts'
import { spokenOrdinal } from './spoken-number.ts'

const OPEN =
  /^(?:open up|open|show me|show us|show|read out|read me|read|view|display|bring up|pull up|go to|go back to|jump to|skip to|navigate to|switch to|take me to|bring me to|scroll to|let me see|let me look at|see|look at|have a look at|take a look at|load|give me|get me|get(?= (?:the|my|our) )|put up|what's in|what is in|what's on|what is on|edit|inspect|check out|check) (.+)$/i
/** A bare path asks to open the file. */
const LONE_PATH = /^(?:\S+[\\/])?\S*\w\.\w{1,10}(?::\d+)*$/
/** "The test for client.ts" is client.test.ts, or similar. */
const TESTS_OF =
  /^(?:the )?(?:unit )?tests? (?:for|of) (?:the )?((?!this\b|that\b|it\b).+?)(?:\.\w+| dot [a-z ]+)?$/i
const LONE_LINE = /^(?:to )?lines? (?:numbers? )?.+$/i

export function parseOpenRequest(asked: string): Intent | null {
  // People also call the file "read me".
  if (
    /^(?:(?:open|show|read|view|see) )?(?:me )?(?:up )?(?:the |our |my )?read ?me(?: file)?$/i.test(asked)
  ) {
    return { kind: 'open', target: 'readme' }
  }
  const said = OPEN.exec(asked)?.[1] ?? (LONE_PATH.test(asked) || LONE_LINE.test(asked) ? asked : undefined)
  return said === undefined ? null : asPlace(said)
}

/** "Line 40 of the session manager", "src/a.ts line 40", "src/a.ts:40", "lines 40 to 60". */
function asPlace(said: string): Intent | null {
  const { rest, line, endLine } = splitLine(said)
  const lines = {
    ...(line !== null && { line }),
    ...(endLine !== null && { endLine }),
  }
  // "Open it": whatever is in front, such as a search result.
  if (line === null && /^(?:it|this|that)(?: (?:one|file|result))?$/i.test(rest))
    return { kind: 'open', target: 'this' }
  if (rest === '' || (isThis(rest) && line !== null))
    return line === null ? null : { kind: 'line', ...lines, line }
  if (LONE_LINE.test(said) && line === null) return null
  const target = fileName(
    rest
      .replace(/(?<=\S) tab$/i, (tab, at: number) =>
        spokenOrdinal(rest.slice(0, at).replace(/^the /i, '')) === null ? '' : tab,
      )
      .replace(TESTS_OF, '$1 test'),
  )
  return target === '' ? null : { kind: 'open', target, ...lines }
}
