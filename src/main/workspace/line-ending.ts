// Which line ends a text has, and how another text is given the same ones.
import type { LineEnding } from '../../core/codebase.ts'

export function lineEndingOf(text: string): LineEnding {
  let crlf = 0
  let lf = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) crlf++
    else lf++
  }
  if (crlf === 0) return lf === 0 ? 'none' : 'lf'
  return lf === 0 ? 'crlf' : 'mixed'
}

/** A text with mixed ends is somebody's intention, or at least not ours to tidy. */
export function withLineEnding(text: string, ending: LineEnding): string {
  switch (ending) {
    case 'lf':
      return text.replaceAll('\r\n', '\n')
    case 'crlf':
      return text.replaceAll(/\r?\n/g, '\r\n')
    case 'mixed':
    case 'none':
      return text
  }
}
