// What a gateway says is shown in a terminal, and a terminal obeys what it is shown. Here it is made plain text: nothing
// moves the cursor, changes a title, writes a clipboard, or turns the direction of the line around.

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Controls, what is invisible or turns text around, and halves of characters. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const written = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

export const plainText = (text: string): string =>
  text.replace(UNSAFE, (found) => SHORT[found] ?? found.split('').map(written).join(''))

/** The same for something long: as much of it as is worth reading, and how much that leaves out. */
export function shortText(text: string, most: number): string {
  if (text.length <= most) return plainText(text)
  return `${plainText(text.slice(0, most))}… (${text.length - most} more characters)`
}
