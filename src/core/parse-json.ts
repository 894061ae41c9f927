/** The value of a JSON text, or undefined (which JSON has no word for) when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
