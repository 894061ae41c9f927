// A person who says "this file" means what is in front of them; the gateway cannot see it and is told.
import type { ViewContext } from '../../shared/conversation.ts'

const POINTS = /\b(?:this|these|here|current|it)\b/i

export function wordsWithView(text: string, view: ViewContext | undefined): string {
  if (view?.file === undefined || !POINTS.test(text)) return text
  const place = view.line === undefined ? view.file : `${view.file}, line ${view.line}`
  return `${text}\n\n[I am looking at ${place}]`
}
