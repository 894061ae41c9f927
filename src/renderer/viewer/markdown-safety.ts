// Makes documents from outside safe: only plain links open, and HTML is shown as text.
import { linkSchemes } from '../../shared/link-schemes.ts'

/** The address to open outside the app, or null if the link must stay inert. */
export function outsideLink(href: string | undefined): string | null {
  if (!href) return null
  try {
    const url = new URL(href)
    return linkSchemes.has(url.protocol) ? url.href : null
  } catch {
    // A relative address has no base here.
    return null
  }
}

/** A host name, as in a sentence. */
const SERVER = /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}.-])/iu

/** The real host of a link whose text names another one; null otherwise. */
export function otherHost(text: string, url: string): string | null {
  const { host, hostname, protocol, pathname } = new URL(url)
  const named = SERVER.exec(text.slice(0, 2_000))?.[0].toLowerCase()
  if (named === undefined) return null
  const leads = protocol === 'mailto:' ? decodedOr(pathname) : host
  const server = protocol === 'mailto:' ? leads.slice(leads.lastIndexOf('@') + 1) : hostname
  return `www.${server}` === named || server === named || server === `www.${named}` ? null : leads
}

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
  data?: unknown
}

/** A remark plugin: removes comments and turns any other HTML into visible text. */
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
