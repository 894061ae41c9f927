// Reads a document line by line and tells which lines are markdown and which are inside code or HTML that goes on.
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HTML_SPANS: readonly [RegExp, RegExp][] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<(?:script|pre|style|textarea)\b/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
]

export interface MarkdownLine {
  line: string
  /** It is inside code or HTML, and means nothing but itself. */
  inside: boolean
  /** The line before it is empty, or there is none. */
  afterEmpty: boolean
  /** It may open code, or be more of the HTML above it: only the whole document can tell. */
  unclear: boolean
}

export function* markdownLines(text: string): Generator<MarkdownLine> {
  let fence: string | null = null
  let htmlEnd: RegExp | null = null
  let afterEmpty = true
  let afterTag = false
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const inside = fence !== null || htmlEnd !== null
    let unclear = false
    const before = afterEmpty
    afterEmpty = line.trim() === ''
    if (fence !== null) {
      const closing: RegExpExecArray | null = FENCE.exec(line)
      if (closing?.[1]?.startsWith(fence) && line.trim() === closing[1]) fence = null
    } else if (htmlEnd !== null) {
      if (htmlEnd.test(line)) htmlEnd = null
    } else {
      const opening = opensFence(line)
      const html = /^ {0,3}</.test(line) ? HTML_SPANS.find(([start]) => start.test(line)) : undefined
      if (opening !== null) {
        unclear = afterTag
        fence = opening
      } else if (html && !html[1].test(line)) {
        htmlEnd = html[1]
      }
      afterTag = !afterEmpty && (afterTag || /^ {0,3}<\/?[a-z]/i.test(line))
    }
    yield { line, inside, afterEmpty: before, unclear }
  }
}

/** The fence that a line opens, if it does. A fence of backticks has none after it, else it is code inside a line. */
export function opensFence(line: string): string | null {
  const fence = FENCE.exec(line)?.[1]
  if (fence === undefined) return null
  const rest = line.slice(line.indexOf(fence) + fence.length)
  return fence.startsWith('`') && rest.includes('`') ? null : fence
}
