// Syntax colours for lines of code, by the highlighter that documents use. Runs in the diff worker.
import rehypeHighlight from 'rehype-highlight'
import { languageOfFile } from '../../core/artifacts/file-language.ts'

/** A piece of text and its colour classes; none for plain text. */
export type ColouredText = readonly [text: string, classes: string]

interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: { className?: unknown }
  children?: Node[]
}

/** More than this at once would be noticeable; it is shown plain then. */
const COLOUR_UP_TO = 12_000

const transform = rehypeHighlight() as unknown as (tree: Node, file: { message(): void }) => void
const ignored = { message() {} }

/** Languages for which the highlighter has another name, or only a similar one. */
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

/** The highlighter's language for a file name; undefined if unknown. */
export function highlighterFor(file: string): string {
  const language = languageOfFile(file) ?? ''
  return highlighters[language] ?? language
}

/** Syntax that spans lines, and so may start in one chunk and end in another. */
const GOES_ON = /\bhljs-(?:comment|string|code)\b/
/** Enough text to open it again. */
const OPENING_UP_TO = 200

/** A line after all others. Its colours reveal what the text left open. */
const AFTER = '\nafter'

export interface Coloured {
  /** The lines, each as coloured pieces; null if the language is unknown. */
  lines: ColouredText[][] | null
  /** What the text left open, such as the start of a comment; pass it with the text that follows. */
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

/** The first line of what is open at the end: with it in front, the following lines get the right colours. */
function openAtEnd(code: Node): string {
  const last = code.children?.at(-1)
  if (!last || !GOES_ON.test(classesOf(last))) return ''
  const text = textOf(last)
  // Only syntax that contains the last line and started before it.
  if (!text.endsWith(AFTER)) return ''
  return text.slice(0, Math.min(text.indexOf('\n'), OPENING_UP_TO))
}

/** `open` is what the text before left open. */
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
