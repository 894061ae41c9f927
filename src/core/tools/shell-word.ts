/** Which program reads a command line: a Unix shell, or cmd.exe of Windows. */
export type Shell = 'sh' | 'cmd'

/** A text as one word of a command line, quoted only if necessary; null if no quoting is safe. */
export const shellWord = (text: string, shell: Shell): string | null =>
  shell === 'cmd' ? cmdWord(text) : shWord(text)

const shWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/**
 * Cmd.exe expands %NAME% and, in some batch files, !NAME! inside quotes too, and nothing escapes them in both a command
 * line and the batch file it starts, which npm is. Quotes, line ends and characters that change how quotes are counted
 * are refused for the same reason. Of other alphabets only letters and digits are allowed: Windows may turn characters
 * that look like a quote into one.
 */
function cmdWord(text: string): string | null {
  if (/^[\w@+:./-]+$/.test(text)) return text
  return /^[\p{L}\p{N}\p{M} @+:./_,;=~#$'`(){}[\]-]+$/u.test(text) ? `"${text}"` : null
}
