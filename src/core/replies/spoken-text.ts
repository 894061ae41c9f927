// Text made fit for the ear: no marks, no paths, no more than a few sentences.

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
    // A path or an address is for the eye.
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

/** Without what stands before the text and without its code. */
function proseOf(text: string): string {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n') : -1
  return text
    .slice(end === -1 ? 0 : end + 5)
    .split('```')
    .filter((_, at) => at % 2 === 0)
    .join(' ')
}

/** The last part of a path; two words with a stroke between them are an alternative. */
function withoutPath(word: string): string {
  const parts = word.split('/')
  if (parts.length === 1) return word
  if (parts.length === 2 && parts.every((part) => /^\w+$/.test(part))) return parts.join(' or ')
  return parts.findLast((part) => part !== '') ?? ''
}

/** A name in code as words: "parse header" for parseHeader. */
export function spokenSymbol(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
  return words === '' || words.length > 60 ? 'it' : words
}
