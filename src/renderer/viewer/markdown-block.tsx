// One block of a document. Memoised, so that a document that grows or is drawn in steps never draws a block twice.
import { memo, type MouseEvent } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import { useApp } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { outsideLink, showHtmlAsText } from './markdown-safety.ts'

const Link: Components['a'] = function Link({ href, children }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const url = outsideLink(href)
  if (!url) return <span className="markdown-inert-link">{children}</span>
  const open = (event: MouseEvent): void => {
    event.preventDefault()
    bridge.request('link.open', { url }).catch(report)
  }
  return (
    <a href={url} title={url} rel="noreferrer" onClick={open} onAuxClick={(event) => event.preventDefault()}>
      {children}
    </a>
  )
}

const components: Components = {
  a: Link,
  // Nothing is fetched for a document: an image is named, not loaded.
  img: ({ alt, title }) => (
    <span className="markdown-image" title={title}>
      <Icon name="image" size={14} /> {alt || 'image'}
    </span>
  ),
  table: ({ children }) => (
    <div className="markdown-table">
      <table>{children}</table>
    </div>
  ),
}

const remarkPlugins = [remarkGfm, showHtmlAsText]
// Made once: each making registers every language anew, which would cost more than drawing the block.
const highlight = rehypeHighlight()
const rehypePlugins = [() => highlight]

export const MarkdownBlock = memo(function MarkdownBlock({ text }: { text: string }) {
  return (
    <div className="markdown-block">
      <Markdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={components}>
        {text}
      </Markdown>
    </div>
  )
})
