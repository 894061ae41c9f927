// Marks hidden characters in a document. Its text does not pass through the window's JSX runtime, so this works on the tree.
import { mayHide, visibleParts, visibleText, type TextKind } from '../../base/visible-text.ts'

interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

const READ = ['title', 'alt'] as const

function marked(text: Node, kind: TextKind): Node[] {
  return visibleParts(text.value ?? '', kind).map((part) =>
    typeof part === 'string'
      ? { type: 'text', value: part }
      : {
          type: 'element',
          tagName: 'span',
          properties: { className: ['hidden-mark'], title: part.name, dataMark: part.label },
          children: [{ type: 'text', value: part.hidden }],
        },
  )
}

/** A rehype plugin; must come after all that change the text. */
export function markHidden() {
  return (tree: Node): void => {
    const visit = (node: Node, kind: TextKind): void => {
      for (const name of READ) {
        const value = node.properties?.[name]
        if (typeof value === 'string') node.properties![name] = visibleText(value, 'prose')
      }
      const inside = node.tagName === 'code' ? 'code' : kind
      if (!node.children) return
      node.children = node.children.flatMap((child) => {
        if (child.type !== 'text') visit(child, inside)
        return child.type === 'text' && mayHide(child.value ?? '', inside) ? marked(child, inside) : [child]
      })
    }
    visit(tree, 'prose')
  }
}
