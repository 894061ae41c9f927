// Colours for lines of code, by the highlighter that documents use. Runs in the diff worker.
import rehypeHighlight from 'rehype-highlight'

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

const byName: Record<string, string> = {
  cjs: 'javascript',
  cts: 'typescript',
  dockerfile: 'bash',
  env: 'ini',
  htm: 'xml',
  jsonc: 'json',
  makefile: 'makefile',
  mjs: 'javascript',
  mts: 'typescript',
  pyi: 'python',
  svelte: 'xml',
  svg: 'xml',
  toml: 'ini',
  vue: 'xml',
}

/** The highlighter's name for the language of a file, from the file's own name. */
export function languageOf(file: string): string {
  const base = (file.split(/[/\\]/).at(-1) ?? '').toLowerCase()
  const extension = base.includes('.') ? base.slice(base.lastIndexOf('.') + 1) : base
  return byName[extension] ?? extension
}

/** The lines of a text, each as coloured pieces; null where there is nothing to colour it by. */
export function colourLines(text: string, language: string): ColouredText[][] | null {
  if (text.length > COLOUR_UP_TO || language === '' || language === 'txt') return null
  const code: Node = {
    type: 'element',
    tagName: 'code',
    properties: { className: [`language-${language}`] },
    children: [{ type: 'text', value: text }],
  }
  const pre: Node = { type: 'element', tagName: 'pre', properties: {}, children: [code] }
  transform({ type: 'root', children: [pre] }, ignored)
  const lines: ColouredText[][] = [[]]
  let coloured = false
  const visit = (node: Node, classes: string): void => {
    if (node.type === 'text') {
      const [first = '', ...rest] = (node.value ?? '').split('\n')
      if (first) lines.at(-1)!.push([first, classes])
      for (const part of rest) lines.push(part ? [[part, classes]] : [])
      return
    }
    const own = Array.isArray(node.properties?.className) ? node.properties.className.join(' ') : ''
    if (own && node !== code) coloured = true
    for (const child of node.children ?? []) visit(child, node === code ? '' : own || classes)
  }
  visit(code, '')
  return coloured ? lines : null
}
