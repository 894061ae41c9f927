// Small pieces of Markdown that hold whatever text is put in them.

/** A block of code, fenced by more backticks than it holds. */
export function codeBlock(code: string, language = ''): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`
}

/** Code within a line. */
export function inlineCode(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim()
  if (text === '') return '` `'
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** A place in the workspace, to be opened from the page: a file, at a line where one is named. */
export function placeLink(
  file: string,
  line?: number,
  shown = line === undefined ? file : `${file}:${line}`,
): string {
  const name = inlineCode(shown)
  try {
    const way = file
      .split('/')
      .map((part) => encodeURIComponent(part).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29')))
    return `[${name}](/${way.join('/')}${line === undefined ? '' : `#L${line}`})`
  } catch {
    // Half of a sign of two halves has no place in an address.
    return name
  }
}

/** Words of others, with nothing in them that Markdown would act on. */
export const plainWords = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
