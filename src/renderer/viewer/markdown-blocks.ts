// Cuts a long document into blocks that can be drawn one by one and mean the same alone as together. It cuts only
// where it is sure: after an empty line, before a line at the left edge that cannot belong to what came before.
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:\s*\S/
const LIST_ITEM = /^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/
const HTML_SPANS: readonly [RegExp, RegExp][] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<(?:script|pre|style|textarea)\b/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
]

/** Whether a line at the left edge, after an empty one, starts something new whatever was open before. */
function startsBlock(line: string): boolean {
  return line !== '' && !/^\s/.test(line) && !LIST_ITEM.test(line)
}

export function markdownBlocks(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  // Footnotes are numbered through the whole document, so it has to stay whole.
  if (lines.some((line) => /\[\^[^\]\s]+\]/.test(line))) return [text]

  const blocks: string[][] = []
  const definitions: string[] = []
  let block: string[] = []
  let fence: string | null = null
  let htmlEnd: RegExp | null = null
  let afterEmpty = true
  let afterDefinition = false
  let afterTag = false

  for (const line of lines) {
    const inside = fence !== null || htmlEnd !== null
    if (!inside && afterEmpty && startsBlock(line) && block.length > 0) {
      blocks.push(block)
      block = []
    }
    block.push(line)
    if (!inside && DEFINITION.test(line)) {
      // Under other text it may be a definition or just text; only the whole document can tell.
      if (!afterEmpty && !afterDefinition) return [text]
      definitions.push(line)
      afterDefinition = true
    } else {
      afterDefinition = false
    }
    afterEmpty = line.trim() === ''
    if (fence !== null) {
      const closing: RegExpExecArray | null = FENCE.exec(line)
      const closes = closing?.[1]?.startsWith(fence) && line.trim() === closing[1]
      if (closes) fence = null
    } else if (htmlEnd !== null) {
      if (htmlEnd.test(line)) htmlEnd = null
    } else {
      const opening = FENCE.exec(line)?.[1]
      const html = HTML_SPANS.find(([start]) => start.test(line))
      // A fence of backticks has none after it, else it is code inside a line.
      if (
        opening &&
        !(opening.startsWith('`') && line.slice(line.indexOf(opening) + opening.length).includes('`'))
      ) {
        // Under a line of HTML this may be code or just more of the HTML.
        if (afterTag) return [text]
        fence = opening
      } else if (html && !html[1].test(line)) {
        htmlEnd = html[1]
      }
      afterTag = !afterEmpty && (afterTag || /^ {0,3}<\/?[a-z]/i.test(line))
    }
  }
  if (block.some((line) => line.trim() !== '')) blocks.push(block)

  return withDefinitions(
    blocks.map((part) => part.join('\n')),
    definitions,
  )
}

/** Labels are the same whatever their case and spaces. */
const labelOf = (written: string): string => written.toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * A link may be defined anywhere in the document; each block gets the definitions it names, and no others, for a changelog
 * has thousands. They go before it, because code that is never closed would swallow what comes after.
 */
function withDefinitions(blocks: string[], definitions: readonly string[]): string[] {
  const byLabel = new Map<string, string>()
  const unclear: string[] = []
  for (const definition of definitions) {
    const label = /^ {0,3}\[([^\]]+)\]:/.exec(definition)?.[1] ?? ''
    // What is escaped in a label cannot be told from what ends it here, so such a one goes everywhere.
    if (label.includes('\\') || label.includes('[')) unclear.push(definition)
    else if (!byLabel.has(labelOf(label))) byLabel.set(labelOf(label), definition)
  }
  return blocks.map((block) => {
    if (!block.includes('[')) return block
    const named = new Set(unclear)
    for (const [, label = ''] of block.matchAll(/\[([^[\]]{1,999})\]/g)) {
      const definition = byLabel.get(labelOf(label))
      if (definition !== undefined) named.add(definition)
    }
    return named.size === 0 ? block : `${[...named].join('\n')}\n\n${block}`
  })
}
