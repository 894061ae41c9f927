// Marks for hidden characters as DOM elements, for views that do not use React.
import { mayHide, visibleParts, type TextKind } from '../../base/visible-text.ts'
import '../styles/hidden-marks.css'

export function appendVisible(parent: Element, text: string, kind: TextKind): void {
  if (!mayHide(text, kind)) {
    parent.append(text)
    return
  }
  for (const part of visibleParts(text, kind)) {
    if (typeof part === 'string') {
      parent.append(part)
      continue
    }
    const mark = document.createElement('span')
    mark.className = 'hidden-mark'
    mark.title = part.name
    mark.dataset['mark'] = part.label
    mark.textContent = part.hidden
    parent.append(mark)
  }
}
