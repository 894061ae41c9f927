// What the brain is told of words that mean something on screen.
import type { ViewContext } from '../../shared/conversation.ts'
import type { RequestView } from '../ports/brain.ts'
import type { Target } from './looking.ts'
import { describeTarget, plainWords } from './target-words.ts'

/** What some words of a request mean. */
export interface Meant {
  phrase: string
  target: Target
}

/** The view, as if the user looked at what they mean. */
export function meantView(view: ViewContext | null, { phrase, target }: Meant): RequestView {
  const { screen: _, line: __, endLine: ___, hunk: ____, ...rest } = view ?? {}
  const file = target.file ?? view?.file
  const { kind, line, endLine, hunk } = target
  return {
    ...rest,
    ...(file !== undefined && { file }),
    ...(hunk !== undefined && { hunk }),
    ...(kind !== 'file' && { line }),
    ...(kind !== 'file' && endLine > line && { endLine }),
    meant: { phrase, what: describeTarget(target), plain: plainWords(target) },
  }
}

/** "“The function above” is the function tide, lines 3 to 9, in src/tide.ts"; null where no words point. */
export function meantSentence({ meant, file }: RequestView): string | null {
  if (!meant) return null
  const place = file === undefined || meant.what === file ? '' : `, in ${file}`
  return `“${meant.phrase}” is ${meant.what}${place}`
}

/** The request as if the user looked at what they mean, for grammars that know "this function" only. */
export function plainRequest(text: string, meant: RequestView['meant']): string {
  if (!meant) return text
  const at = text.toLowerCase().indexOf(meant.phrase.toLowerCase())
  return at < 0 ? text : `${text.slice(0, at)}${meant.plain}${text.slice(at + meant.phrase.length)}`
}
