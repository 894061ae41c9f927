// What a tab is called.
import type { ToolOutput } from '../ports.ts'
import { boundText } from './bound-text.ts'
import { filledField } from './tool-fields.ts'

const MAX_TITLE = 200

/** The title a tool asks for, else the one its kind has by custom; one line, short enough for a tab. */
export function titleOf(output: ToolOutput, byCustom: string): string {
  const title = filledField(output.details, ['title']) ?? byCustom
  return boundText(
    title
      .slice(0, 10 * MAX_TITLE)
      .replace(/\s+/g, ' ')
      .trim(),
    MAX_TITLE,
  )
}
