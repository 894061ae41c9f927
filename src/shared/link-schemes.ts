// The schemes of links the app opens outside. Anything else could start a program.

export const linkSchemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])
