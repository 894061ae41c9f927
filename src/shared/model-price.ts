// What a model costs, as the user writes it in the settings.

/** US dollars for a million tokens. */
export interface ModelPrice {
  input: number
  output: number
}

/** "3/15" is 3 dollars for a million tokens sent and 15 for a million received. */
export function priceOf(setting: string): ModelPrice | null {
  const [, input, output] = /^(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(setting.trim()) ?? []
  return input === undefined || output === undefined ? null : { input: Number(input), output: Number(output) }
}
