// One block of a document. Memoised, so that a growing document never renders a block twice.
import { createContext, isValidElement, memo, useContext, type MouseEvent, type ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import { useApp } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { markFootnotes } from './markdown-footnotes.ts'
import { FootnoteMark } from './markdown-notes.tsx'
import type { MarkdownPiece } from './markdown-pieces.ts'
import { markHidden } from './markdown-hidden.ts'
import { otherHost, outsideLink, showHtmlAsText } from './markdown-safety.ts'
import { linkedLine, workspacePath } from './workspace-path.ts'
import { WorkspacePicture } from './workspace-picture.tsx'

/** The file of the document; links and images are relative to it. */
export const DocumentFile = createContext<string | undefined>(undefined)

/** The text of a link, without its markup. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (!isValidElement<{ className?: string; children?: ReactNode }>(node)) return ''
  return node.props.className === 'hidden-mark' ? '' : textOf(node.props.children)
}

const Link: Components['a'] = function Link({ href, children }) {
  const { bridge, commands } = useApp()
  const report = useReportFault()
  const document = useContext(DocumentFile)
  const url = outsideLink(href)
  const file = workspacePath(href, document)
  if (!url && !file) return <span className="markdown-inert-link">{children}</span>
  const open = (event: MouseEvent): void => {
    event.preventDefault()
    const opening = url
      ? bridge.request('link.open', { url })
      : commands.openFile(file ?? '', linkedLine(href))
    opening.catch(report)
  }
  const elsewhere = url ? otherHost(textOf(children), url) : null
  return (
    <a
      // The agent opens the file; the address only makes this a link.
      href={url ?? '#'}
      title={url ?? file ?? undefined}
      rel="noreferrer"
      onClick={open}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
      {elsewhere ? <span className="markdown-link-place"> ({elsewhere})</span> : null}
    </a>
  )
}

const Picture: Components['img'] = function Picture({ src, alt, title }) {
  const document = useContext(DocumentFile)
  const file = typeof src === 'string' ? workspacePath(src, document) : null
  if (!file) {
    // A document never causes a request to the internet: such an image is named, not loaded.
    return (
      <span className="markdown-image" title={title ?? 'Parley does not load images from the internet'}>
        <Icon name="image" size={14} /> {alt || 'image'}
      </span>
    )
  }
  return <WorkspacePicture file={file} alt={alt ?? ''} />
}

const components: Components = {
  a: Link,
  sup: FootnoteMark,
  img: Picture,
  table: ({ children }) => (
    <div className="markdown-table">
      <table>{children}</table>
    </div>
  ),
}

const remarkPlugins = [remarkGfm, showHtmlAsText, markFootnotes]
// Created once: each creation registers every language, which costs more than rendering the block.
const highlight = rehypeHighlight()
const rehypePlugins = [() => highlight, markHidden]

export const MarkdownBlock = memo(function MarkdownBlock({ kind, text }: MarkdownPiece) {
  if (kind === 'code') {
    return (
      <div className="markdown-block markdown-long-code">
        <pre>
          <code>{text}</code>
        </pre>
      </div>
    )
  }
  if (kind === 'text') return <div className="markdown-block markdown-long-text">{text}</div>
  return (
    <div className="markdown-block">
      <Markdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={components}>
        {text}
      </Markdown>
    </div>
  )
})
