// How much of a reply the user heard, from the number of samples played. Within a piece, position and time move evenly,
// which is accurate enough to find the word.

export interface SpokenSpan {
  /** The part of the reply, `to` excluded. */
  from: number
  to: number
  /** Where in the audio it begins, and its length, without the pause before it. */
  start: number
  length: number
}

/** The position in the reply after this many samples. */
export function placeHeard(spans: readonly SpokenSpan[], played: number): number {
  let place = 0
  for (const { from, to, start, length } of spans) {
    if (played <= start) break
    const part = length === 0 ? 1 : Math.min(1, (played - start) / length)
    place = from + Math.round((to - from) * part)
  }
  return place
}

/** The words of a reply that were heard. The last one counts when most of it was. */
export function textHeard(reply: string, place: number): string {
  if (place >= reply.length) return reply.trimEnd()
  const before = reply.slice(0, place)
  if (/\s/.test(reply[place] ?? '') || before === '') return before.trimEnd()
  const start = before.search(/\S+$/)
  if (start < 0) return before.trimEnd()
  const end = place + (/\s/.exec(reply.slice(place))?.index ?? reply.length - place)
  return (place - start > (end - start) / 2 ? reply.slice(0, end) : reply.slice(0, start)).trimEnd()
}
