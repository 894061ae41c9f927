// Reads the arguments and results of other agents' tools: nothing about their types is taken for granted.

export type Fields = Record<string, unknown>

/** Every tool has its own name for the same argument; these are the usual ones. */
export const PATH_KEYS = ['path', 'file_path', 'filePath', 'file'] as const
export const PATTERN_KEYS = ['pattern', 'query', 'q'] as const
export const COMMAND_KEYS = ['command', 'cmd'] as const
export const OLD_TEXT_KEYS = ['old_string', 'oldText', 'old_str'] as const
export const NEW_TEXT_KEYS = ['new_string', 'newText', 'new_str'] as const
export const CONTENT_KEYS = ['content', 'contents', 'file_text', 'text'] as const

/** The first of these fields that holds text, even if it is empty. */
export function textField(fields: Fields | undefined, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields?.[key]
    if (typeof value === 'string') return value
  }
  return undefined
}

/** The first of these fields that holds text worth showing. */
export function filledField(fields: Fields | undefined, keys: readonly string[]): string | undefined {
  const found = keys.find((key) => {
    const value = fields?.[key]
    return typeof value === 'string' && value.trim() !== ''
  })
  return found === undefined ? undefined : (fields?.[found] as string)
}

/** The first of these fields that holds a line number. */
export function lineField(fields: Fields | undefined, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const value = fields?.[key]
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  }
  return undefined
}

/** What a tool works on: the first of these keys, or of the usual ones, that has a value. */
export const detailIn = (fields: Fields, keys: readonly string[] = []): string | undefined =>
  filledField(fields, [...keys, ...PATH_KEYS, ...PATTERN_KEYS, ...COMMAND_KEYS, 'url'])
