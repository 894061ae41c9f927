// Pieces of Markdown that are safe around any text.

/** A code block, fenced by more backticks than the code contains. */
export function codeBlock(code: string, language = ''): string {
  const fence = '`'.repeat(Math.max(2, longestRun(code)) + 1)
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`
}

/** Of backticks. */
const longestRun = (text: string): number =>
  [...text.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0)

export function inlineCode(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim()
  if (text === '') return '` `'
  if (!text.includes('`')) return `\`${text}\``
  const fence = '`'.repeat(longestRun(text) + 1)
  return `${fence} ${text} ${fence}`
}

/** A link to a file of the workspace, or to a line in it. */
export function placeLink(
  file: string,
  line?: number,
  shown = line === undefined ? file : `${file}:${line}`,
): string {
  const name = inlineCode(shown)
  try {
    const path = file
      .split('/')
      .map((part) => encodeURIComponent(part).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29')))
    return `[${name}](/${path.join('/')}${line === undefined ? '' : `#L${line}`})`
  } catch {
    // A lone surrogate cannot be part of an address.
    return name
  }
}

/** Escapes everything that Markdown would interpret. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
