/** The text of an answer over HTTP, as far as it may go: whoever answers may be anybody. */
export async function boundedAnswer(answer: Response, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true })
    if (text.length > maxCharacters) break
  }
  return text
}
