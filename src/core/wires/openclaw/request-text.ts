// Adds to a request what the gateway cannot know: what the user looks at when they say "this file", and how much of an
// interrupted reply they heard.
import { meantSentence } from '../../pointing/meant-view.ts'
import type { RequestView } from '../../ports/brain.ts'

const POINTS = /\b(?:this|these|here|current|it)\b/i

export function textWithView(text: string, view: RequestView | undefined): string {
  const meant = view && meantSentence(view)
  if (meant) return `${text}\n\n[On my screen, ${meant}]`
  if (view?.file === undefined || !POINTS.test(text)) return text
  const { file, line, endLine } = view
  const lines = endLine === undefined || endLine === line ? `line ${line}` : `lines ${line} to ${endLine}`
  const place = line === undefined ? file : `${file}, ${lines}`
  return `${text}\n\n[I am looking at ${place}]`
}

/** The end of what the user heard is enough. */
const MAX_HEARD = 160

export function textWithHeard(text: string, interrupted: { heard: string } | undefined): string {
  // A command of the gateway starts with a slash and must stay as it is.
  if (!interrupted || text.startsWith('/')) return text
  const { heard } = interrupted
  const end = heard.length > MAX_HEARD ? `…${heard.slice(-MAX_HEARD)}` : heard
  const line = end === '' ? 'I heard none of your last reply' : `I heard your last reply only up to: ${end}`
  return `[${line.replaceAll(/\s+/g, ' ')}]\n\n${text}`
}
