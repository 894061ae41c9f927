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

/** Words of others, with nothing in them that Markdown would act on. */
export const plainWords = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
