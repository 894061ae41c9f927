// One block of a document. Memoised, so that a document that grows or is drawn in steps never draws a block twice.
import { createContext, memo, useContext, type MouseEvent } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import { useApp } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { markFootnotes } from './markdown-footnotes.ts'
import { FootnoteMark } from './markdown-notes.tsx'
import type { MarkdownPiece } from './markdown-pieces.ts'
import { outsideLink, showHtmlAsText } from './markdown-safety.ts'
import { linkedLine, workspacePath } from './workspace-path.ts'
import { WorkspacePicture } from './workspace-picture.tsx'

/** The file a document was read from; links and pictures are relative to it. */
export const DocumentFile = createContext<string | undefined>(undefined)

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
  return (
    <a
      // A file is opened by the agent; the address only makes it a link.
      href={url ?? '#'}
      title={url ?? file ?? undefined}
      rel="noreferrer"
      onClick={open}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  )
}

const Picture: Components['img'] = function Picture({ src, alt, title }) {
  const document = useContext(DocumentFile)
  const file = typeof src === 'string' ? workspacePath(src, document) : null
  if (!file) {
    // Nothing is fetched from elsewhere for a document: such an image is named, not loaded.
    return (
      <span className="markdown-image" title={title ?? 'Images from elsewhere are not loaded'}>
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
// Made once: each making registers every language anew, which would cost more than drawing the block.
const highlight = rehypeHighlight()
const rehypePlugins = [() => highlight]

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
