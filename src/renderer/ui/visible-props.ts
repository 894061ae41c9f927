// Makes hidden characters visible in the props of every element, so that no view has to think of it.
import { Fragment, type ElementType } from 'react'
import { mayHide, visibleText, type TextKind } from '../../base/visible-text.ts'
import { markedNodes } from './hidden-marks.ts'

const CODE: ReadonlySet<unknown> = new Set(['code', 'pre', 'kbd', 'samp'])
/** Elements that contain only text. */
const ONLY_TEXT: ReadonlySet<unknown> = new Set(['option', 'title', 'textarea'])
/** Attributes that users read or hear. */
const READ = ['title', 'alt', 'placeholder', 'aria-label', 'aria-description', 'aria-valuetext'] as const

type Props = Record<string, unknown>

function visibleChild(child: unknown, kind: TextKind, onlyText: boolean): unknown {
  if (typeof child !== 'string' || !mayHide(child, kind)) return child
  return onlyText ? visibleText(child, kind) : markedNodes(child, kind)
}

/** The props with marks; the same object if there is nothing to mark, which is nearly always. */
export function visibleProps(type: ElementType | typeof Fragment, given: object): object {
  // A component's props reach the page through the elements it renders.
  if (typeof type !== 'string' && type !== Fragment) return given
  const props = given as Props
  const changed: Props = {}
  for (const name of READ) {
    const value = props[name]
    if (typeof value === 'string' && mayHide(value, 'prose')) changed[name] = visibleText(value, 'prose')
  }
  const kind = CODE.has(type) ? 'code' : 'prose'
  const onlyText = ONLY_TEXT.has(type)
  const { children } = props
  if (Array.isArray(children)) {
    const seen = children.map((child: unknown) => visibleChild(child, kind, onlyText))
    if (seen.some((child, at) => child !== children[at])) changed['children'] = seen
  } else {
    const seen = visibleChild(children, kind, onlyText)
    if (seen !== children) changed['children'] = seen
  }
  return Object.keys(changed).length === 0 ? given : { ...props, ...changed }
}
