// Marks for hidden characters as React elements. They use React's own runtime, because the character stays inside the mark
// for copying and must not be marked a second time.
import type { ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'
import { visibleParts, type Mark, type TextKind } from '../../base/visible-text.ts'
import '../styles/hidden-marks.css'

const hiddenMark = ({ hidden, label, name }: Mark, key: number): ReactNode =>
  jsx('span', { className: 'hidden-mark', title: name, 'data-mark': label, children: hidden }, key)

export function markedNodes(text: string, kind: TextKind): ReactNode {
  const parts = visibleParts(text, kind)
  if (parts.length === 1 && typeof parts[0] === 'string') return text
  return parts.map((part, at) => (typeof part === 'string' ? part : hiddenMark(part, at)))
}
