// Markdown that is generated: tables, and parts of pages that are otherwise written by hand.

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

export const code = (text: string): string => `\`${text}\``

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

/** Replaces the text between the marks of this part. */
export function withGenerated(page: string, part: string, text: string): string {
  const marks = new RegExp(
    `(<!-- ${part}:begin[^\\n]*-->\\n<!-- prettier-ignore-start -->\\n)[^]*?(<!-- prettier-ignore-end -->)`,
  )
  if (!marks.test(page)) throw new Error(`There is no place for the generated part "${part}".`)
  return page.replace(marks, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`)
}
