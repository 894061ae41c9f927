// A text whose kind the element around it does not imply: a name, a path, a title, or code outside of `<code>`.
import type { ReactNode } from 'react'
import type { TextKind } from '../../base/visible-text.ts'
import { markedNodes } from './hidden-marks.ts'

export function VisibleText({ text, kind }: { text: string; kind: TextKind }): ReactNode {
  return markedNodes(text, kind)
}
