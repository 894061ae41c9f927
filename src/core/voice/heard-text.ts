// What of a reply was actually heard, told by how many samples of it were played. Within a piece time and text go on
// evenly, which is near enough to find the word.

export interface SpokenSpan {
  /** The part of the reply: from here up to, and not with, there. */
  from: number
  to: number
  /** Where in the sound it begins, and how long it is. A rest before it is not part of it. */
  start: number
  length: number
}

/** The place in the reply that was reached when so many samples had been played. */
export function placeHeard(spans: readonly SpokenSpan[], played: number): number {
  let place = 0
  for (const { from, to, start, length } of spans) {
    if (played <= start) break
    const part = length === 0 ? 1 : Math.min(1, (played - start) / length)
    place = from + Math.round((to - from) * part)
  }
  return place
}

/** What was heard of a reply: whole words, the one that was being said included only when most of it was. */
export function textHeard(reply: string, place: number): string {
  if (place >= reply.length) return reply.trimEnd()
  const before = reply.slice(0, place)
  if (/\s/.test(reply[place] ?? '') || before === '') return before.trimEnd()
  const start = before.search(/\S+$/)
  if (start < 0) return before.trimEnd()
  const end = place + (/\s/.exec(reply.slice(place))?.index ?? reply.length - place)
  return (place - start > (end - start) / 2 ? reply.slice(0, end) : reply.slice(0, start)).trimEnd()
}
