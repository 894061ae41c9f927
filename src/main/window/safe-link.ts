// Which links may leave the app. Anything else could start a program.
const SCHEMES = new Set(['https:', 'http:', 'mailto:'])

export const isSafeLink = (url: string): boolean => URL.canParse(url) && SCHEMES.has(new URL(url).protocol)
