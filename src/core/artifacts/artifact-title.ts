// What a tab is called.
import { truncate } from '../../base/truncate.ts'

const MAX_TITLE = 200

/** One line, short enough for a tab. */
export function shortTitle(title: string): string {
  return truncate(
    title
      .slice(0, 10 * MAX_TITLE)
      .replace(/\s+/g, ' ')
      .trim(),
    MAX_TITLE,
  )
}
