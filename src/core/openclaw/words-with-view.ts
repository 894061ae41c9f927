// A person who says "this file" means what is in front of them, and who interrupts has not heard the rest; the gateway can
// know neither and is told.
import type { ViewContext } from '../../shared/conversation.ts'

const POINTS = /\b(?:this|these|here|current|it)\b/i

export function wordsWithView(text: string, view: ViewContext | undefined): string {
  if (view?.file === undefined || !POINTS.test(text)) return text
  const place = view.line === undefined ? view.file : `${view.file}, line ${view.line}`
  return `${text}\n\n[I am looking at ${place}]`
}

/** The end of what was heard says where it was; more of it would only be repeated. */
const MAX_HEARD = 160

export function wordsWithHeard(text: string, interrupted: { heard: string } | undefined): string {
  // A command of the gateway's own begins with a slash, and nothing else.
  if (!interrupted || text.startsWith('/')) return text
  const { heard } = interrupted
  const end = heard.length > MAX_HEARD ? `…${heard.slice(-MAX_HEARD)}` : heard
  const line = end === '' ? 'I heard none of your last reply' : `I heard your last reply only up to: ${end}`
  return `[${line.replaceAll(/\s+/g, ' ')}]\n\n${text}`
}
