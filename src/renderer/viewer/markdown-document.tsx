// A document to read. The first blocks are drawn at once, the others in larger and larger steps that React puts aside
// whenever something else wants the window.
import { startTransition, useEffect, useMemo, useState } from 'react'
import '../styles/markdown.css'
import { DocumentFile, MarkdownBlock } from './markdown-block.tsx'
import { markdownBlocks } from './markdown-blocks.ts'

const AT_ONCE = 24
const GROWTH = 3

export function MarkdownDocument({ text, file }: { text: string; file: string | undefined }) {
  // A block is known by its place: what is before it does not move it, and it may say the same as another.
  const blocks = useMemo(() => markdownBlocks(text).map((block, place) => ({ block, place })), [text])
  const [shown, setShown] = useState(AT_ONCE)
  useEffect(() => {
    if (shown < blocks.length) startTransition(() => setShown(shown * GROWTH))
  }, [shown, blocks.length])
  return (
    <article className="markdown">
      <DocumentFile value={file}>
        {blocks.slice(0, shown).map(({ block, place }) => (
          <MarkdownBlock key={place} text={block} />
        ))}
      </DocumentFile>
    </article>
  )
}
