/** The text of a message: its text blocks put together. Null where there is no message, or none with text in it. */
export function textOfContent(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('content' in message)) return null
  const { content } = message
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return null
  const texts = (content as unknown[]).filter(isTextBlock).map(({ text }) => text)
  return texts.length === 0 ? null : texts.join('')
}

const isTextBlock = (block: unknown): block is { text: string } =>
  typeof block === 'object' &&
  block !== null &&
  'type' in block &&
  block.type === 'text' &&
  'text' in block &&
  typeof block.text === 'string'
