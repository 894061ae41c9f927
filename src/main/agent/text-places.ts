// Places in a reply where the voice can begin again.

/** How many characters two texts have in common at their beginning. */
export function samePrefix(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** Where the sentence at this place begins: one that was cut off is spoken again as a whole. */
export function sentenceStart(text: string, at: number): number {
  let start = 0
  for (const end of text.slice(0, at).matchAll(/[.!?]\s+|\n+/g)) start = end.index + end[0].length
  return start
}

/** Where the word at this place begins. */
export function wordStart(text: string, at: number): number {
  let start = at
  while (start > 0 && /\w/.test(text[start - 1]!) && /\w/.test(text[start] ?? '')) start--
  return start
}
