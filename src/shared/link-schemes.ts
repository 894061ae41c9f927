// Which links may leave the app. Anything else could start a program.

export const linkSchemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])
