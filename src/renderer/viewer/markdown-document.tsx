// A document to read. The first blocks are drawn at once, the others a few at a time while the window is idle.
import { startTransition, useEffect, useMemo, useState } from 'react'
import '../styles/markdown.css'
import { MarkdownBlock } from './markdown-block.tsx'
import { markdownBlocks } from './markdown-blocks.ts'

const AT_ONCE = 24
const STEP = 16

export default function MarkdownDocument({ text }: { text: string }) {
  const blocks = useMemo(() => markdownBlocks(text), [text])
  const [shown, setShown] = useState(AT_ONCE)
  useEffect(() => {
    if (shown >= blocks.length) return
    const next = requestIdleCallback(() => startTransition(() => setShown(shown + STEP)), { timeout: 500 })
    return () => cancelIdleCallback(next)
  }, [shown, blocks.length])
  return (
    <article className="markdown">
      {blocks.slice(0, shown).map((block, index) => (
        <MarkdownBlock key={index} text={block} />
      ))}
    </article>
  )
}
