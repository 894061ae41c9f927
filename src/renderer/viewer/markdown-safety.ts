// What of a document may act. Its text comes from outside: a link opens only what is plainly a link, and HTML in it
// is shown as the text it is.
import { linkSchemes } from '../../shared/link-schemes.ts'

/** The address to open outside the app, or null when the link is to stay inert. */
export function outsideLink(href: string | undefined): string | null {
  if (!href) return null
  try {
    const url = new URL(href)
    return linkSchemes.has(url.protocol) ? url.href : null
  } catch {
    // A relative address: there is nothing it could be relative to.
    return null
  }
}

interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
  data?: unknown
}

/** A remark plugin: comments vanish, any other HTML becomes visible text. */
export function showHtmlAsText() {
  return (tree: MarkdownNode): void => {
    const visit = (node: MarkdownNode): void => {
      if (!node.children) return
      node.children = node.children.filter(
        ({ type, value }) => !(type === 'html' && /^\s*<!--(?:(?!-->)[\s\S])*-->\s*$/.test(value ?? '')),
      )
      for (const child of node.children) {
        if (child.type !== 'html') {
          visit(child)
          continue
        }
        const text = { type: 'text', value: child.value ?? '' }
        child.type = 'text'
        child.data = {
          hName: node.type === 'root' ? 'div' : 'span',
          hProperties: { className: ['markdown-html'] },
          hChildren: [text],
        }
      }
    }
    visit(tree)
  }
}
