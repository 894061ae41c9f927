/** A reply in groups of words, so that it can be heard and read while the rest is on its way. Joined, they are the reply. */
export function replyPieces(reply: string, wordsEach = 3): string[] {
  const words = reply.match(/\s*\S+/g) ?? []
  const pieces: string[] = []
  for (let at = 0; at < words.length; at += wordsEach) pieces.push(words.slice(at, at + wordsEach).join(''))
  return pieces
}
