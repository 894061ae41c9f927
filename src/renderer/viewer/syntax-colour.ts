// Colours for lines of code, by the highlighter that documents use. Runs in the diff worker.
import rehypeHighlight from 'rehype-highlight'
import { languageOfFile } from '../../core/interceptors/language-of-file.ts'

/** A piece of text and the classes that colour it; none for plain text. */
export type ColouredText = readonly [text: string, classes: string]

interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: { className?: unknown }
  children?: Node[]
}

/** More than this in one go would be felt; it is then shown plain. */
const COLOUR_UP_TO = 12_000

const transform = rehypeHighlight() as unknown as (tree: Node, file: { message(): void }) => void
const ignored = { message() {} }

/** Where the highlighter has another name for a language, or only one that is much like it. */
const highlighters: Record<string, string> = {
  dockerfile: 'bash',
  groovy: 'java',
  handlebars: 'xml',
  html: 'xml',
  mdx: 'markdown',
  'objective-c': 'objectivec',
  shell: 'bash',
  svelte: 'xml',
  toml: 'ini',
  vb: 'vbnet',
  vue: 'xml',
}

/** The highlighter's name for the language of a file, from the file's own name; none where it is not known. */
export function highlighterFor(file: string): string {
  const language = languageOfFile(file) ?? ''
  return highlighters[language] ?? language
}

/** What is coloured across lines, and so may begin in one piece of a text and end in another. */
const GOES_ON = /\bhljs-(?:comment|string|code)\b/
/** Enough to open it again. */
const OPENING_UP_TO = 200

/** A line after all others. How it is coloured tells what the text left open. */
const AFTER = '\nafter'

export interface Coloured {
  /** The lines, each as coloured pieces; null where there is nothing to colour them by. */
  lines: ColouredText[][] | null
  /** What the text left open, such as the beginning of a comment; to be given with the text that follows it. */
  open: string
}

function highlighted(text: string, language: string): Node {
  const code: Node = {
    type: 'element',
    tagName: 'code',
    properties: { className: [`language-${language}`] },
    children: [{ type: 'text', value: text }],
  }
  const pre: Node = { type: 'element', tagName: 'pre', properties: {}, children: [code] }
  transform({ type: 'root', children: [pre] }, ignored)
  return code
}

const classesOf = ({ properties }: Node): string =>
  Array.isArray(properties?.className) ? properties.className.join(' ') : ''

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('')

/** The first line of what is still open at the end: with it before them, the lines that follow are coloured rightly. */
function openAtEnd(code: Node): string {
  const last = code.children?.at(-1)
  if (!last || !GOES_ON.test(classesOf(last))) return ''
  const text = textOf(last)
  // Only what holds the line after all others, and began before it.
  if (!text.endsWith(AFTER)) return ''
  return text.slice(0, Math.min(text.indexOf('\n'), OPENING_UP_TO))
}

/** `open` is what the text before it left open. */
export function colourLines(text: string, language: string, open = ''): Coloured {
  if (text.length > COLOUR_UP_TO || language === '' || language === 'plaintext')
    return { lines: null, open: '' }
  const code = highlighted(`${open ? `${open}\n` : ''}${text}${AFTER}`, language)
  const lines: ColouredText[][] = [[]]
  let coloured = false
  const visit = (node: Node, classes: string): void => {
    if (node.type === 'text') {
      const [first = '', ...rest] = (node.value ?? '').split('\n')
      if (first) lines.at(-1)!.push([first, classes])
      for (const part of rest) lines.push(part ? [[part, classes]] : [])
      return
    }
    const own = node === code ? '' : classesOf(node)
    if (own) coloured = true
    for (const child of node.children ?? []) visit(child, own || classes)
  }
  visit(code, '')
  return { lines: coloured ? lines.slice(open ? 1 : 0, -1) : null, open: openAtEnd(code) }
}
