// A remark of the agent in the transcript. A warning must not be missed.
import { useState } from 'react'
import type { ShownNotice } from '../store/state.ts'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'

/** An older warning was announced when it came. */
const FRESH_MS = 60_000

export function NoticeLine({ notice: { text, isWarning, at } }: { notice: ShownNotice }) {
  const [isFresh] = useState(() => Date.now() - at < FRESH_MS)
  const shown = <VisibleText text={text} kind="prose" />
  if (!isWarning) return <p className="notice-line">{shown}</p>
  return (
    <p className="notice-line notice-warning" role={isFresh ? 'alert' : undefined}>
      <Icon name="error" size={14} />
      <span>{shown}</span>
    </p>
  )
}
