// Text for the voice: no markup, no paths, only a few sentences.
import { wordsOfName } from '../spoken-forms.ts'

const MAX_SENTENCES = 3
const MAX_SPOKEN = 400

/** The beginning of a text, as somebody would read it out. */
export function spokenText(text: string, sentences = MAX_SENTENCES): string {
  const plain = proseOf(text.slice(0, 8000))
    .replace(/<[^<>\n]{1,200}>/g, ' ')
    .replace(/!\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)/g, ' ')
    .replace(/\[([^\]\n]{1,200})\]\([^)\n]{0,500}\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|[-*+>]|\d+\.)[ \t]+/gm, '')
    .replace(/^[-:| \t]+$/gm, ' ')
    .replace(/@(\w+)\b/g, '$1')
    // Nobody wants to hear a path or an address.
    .replace(/\bhttps?:\/\/\S+/g, 'a link')
    .replace(/\S+/g, withoutPath)
    .replace(/[*_`#|\\[\]{}<>~=]+/g, ' ')
    .replace(/[/]+/g, ' ')
    .replace(/([^.!?:;,\s])[ \t]*\n\s*\n/g, '$1. ')
    .replace(/\s+/g, ' ')
    .trim()
  const found = plain.match(/[^.!?]+(?:[.!?]+(?=\s|$)|[.!?]+(?=\S)[^.!?]*)*[.!?]*/g) ?? []
  let spoken = ''
  for (const sentence of found.slice(0, sentences)) {
    if (spoken !== '' && spoken.length + sentence.length > MAX_SPOKEN) break
    spoken += `${sentence.trim()} `
  }
  const bounded = spoken.trim().slice(0, MAX_SPOKEN)
  return bounded === '' || /[.!?]$/.test(bounded) ? bounded : `${bounded}.`
}

/** From here on, a comment of documentation shows code or lists names. */
const DETAILS =
  /^\s*(?:\*\*)?(?:examples?|usage|parameters?|params|arguments|args|returns?|options|raises|throws|see also)(?:\*\*)?\s*:/im

/** The beginning of the comment that documents a symbol. */
export function spokenDoc(doc: string, sentences: number): string {
  const [prose = ''] = doc.replace(/^\s*@\w+.*$/gm, '').split(DETAILS)
  return spokenText(prose, sentences)
}

/** Without front matter and code blocks. */
function proseOf(text: string): string {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n') : -1
  return text
    .slice(end === -1 ? 0 : end + 5)
    .split('```')
    .filter((_, at) => at % 2 === 0)
    .join(' ')
}

/** The last part of a path; two words with a slash between them are alternatives. */
function withoutPath(word: string): string {
  const parts = word.split('/')
  if (parts.length === 1) return word
  // A protocol with its version: HTTP/2.
  if (/^\W*[A-Z]+\/\d[\d.]*\W*$/.test(word)) return parts.join(' ')
  if (parts.length === 2 && parts.every((part) => /^\w+$/.test(part))) return parts.join(' or ')
  return parts.findLast((part) => part !== '') ?? ''
}

/** A name in code as words: "parse header" for parseHeader. */
export function spokenSymbol(name: string): string {
  const words = wordsOfName(name).join(' ')
  return words === '' || words.length > 60 ? 'it' : words
}

/** A reply in groups of words, so that it can be spoken and read while the rest is on its way. */
export function replyPieces(reply: string, wordsEach = 3): string[] {
  const words = reply.match(/\s*\S+/g) ?? []
  const pieces: string[] = []
  for (let at = 0; at < words.length; at += wordsEach) pieces.push(words.slice(at, at + wordsEach).join(''))
  return pieces
}
