// Classifies the lines of a document: markdown, or inside a code block or HTML.
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
  /** The line is inside code or HTML. */
  inside: boolean
  /** The line before is empty, or there is none. */
  afterEmpty: boolean
  /** It may open code or continue the HTML above: only the whole document decides. */
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

/** The fence that a line opens, if any. A line with more backticks after the fence is inline code. */
export function opensFence(line: string): string | null {
  const fence = FENCE.exec(line)?.[1]
  if (fence === undefined) return null
  const rest = line.slice(line.indexOf(fence) + fence.length)
  return fence.startsWith('`') && rest.includes('`') ? null : fence
}
