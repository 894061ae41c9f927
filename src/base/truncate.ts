/** Cuts a text at a length, marks the cut, and never leaves half a character behind. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 2)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, splitsPair ? max - 2 : max - 1)}…`
}
