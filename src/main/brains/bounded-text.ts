// Answers over HTTP, up to a limit: they may come from anybody.

export async function boundedText(answer: Response, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true })
    if (text.length > maxCharacters) break
  }
  return text
}
