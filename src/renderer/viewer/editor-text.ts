// Changing what the editor shows without losing the reader's place.
import type { editor } from './monaco.ts'

/** This close to the end counts as being at the end. */
const NEAR_END_PX = 40

/** Adds what is new at the end; false where the text is another one. Whoever reads at the end stays at the end. */
export function followText(shown: editor.IStandaloneCodeEditor, content: string): boolean {
  const model = shown.getModel()
  if (!model) return false
  const before = model.getValueLength()
  if (content.length < before || model.getValue() !== content.slice(0, before)) return false
  if (content.length === before) return true
  const { height } = shown.getLayoutInfo()
  const atEnd = shown.getScrollHeight() - shown.getScrollTop() - height < NEAR_END_PX
  append(model, content.slice(before))
  if (atEnd) shown.setScrollTop(shown.getScrollHeight())
  return true
}

function append(model: editor.ITextModel, text: string): void {
  const line = model.getLineCount()
  const column = model.getLineMaxColumn(line)
  const range = { startLineNumber: line, startColumn: column, endLineNumber: line, endColumn: column }
  model.applyEdits([{ range, text }])
}

/** As much of a long text as the editor takes in without holding up a frame. */
const SLICE = 60_000

/** The end of the slice that begins at `from`, always after a line: adding to a line costs as much as the line. */
export function sliceEnd(content: string, from: number): number {
  if (content.length - from <= SLICE * 2) return content.length
  const after = content.indexOf('\n', from + SLICE) + 1
  return after > 0 ? after : content.length
}

/** Adds the rest of a long text, a slice to a frame. Returns how to stop. */
export function addRest(
  shown: editor.IStandaloneCodeEditor,
  content: string,
  from: number,
  done: () => void,
): () => void {
  let at = from
  let frame = 0
  const next = (): void => {
    const model = shown.getModel()
    if (!model) return
    const end = sliceEnd(content, at)
    const { height } = shown.getLayoutInfo()
    const atEnd = shown.getScrollHeight() - shown.getScrollTop() - height < NEAR_END_PX
    append(model, content.slice(at, end))
    if (atEnd) shown.setScrollTop(shown.getScrollHeight())
    at = end
    if (at < content.length) frame = requestAnimationFrame(next)
    else done()
  }
  frame = requestAnimationFrame(next)
  return () => cancelAnimationFrame(frame)
}

let lastMark: { shown: editor.IStandaloneCodeEditor; clear: () => void } | null = null

/** Puts a line in the middle of the view, with the cursor on it, and marks it. Returns how to take the mark away. */
export function markLine(shown: editor.IStandaloneCodeEditor, line: number): () => void {
  if (lastMark?.shown === shown) lastMark.clear()
  const marks = shown.createDecorationsCollection([
    {
      range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
      options: {
        isWholeLine: true,
        className: 'code-focus-line',
        linesDecorationsClassName: 'code-focus-mark',
      },
    },
  ])
  shown.setPosition({ lineNumber: line, column: 1 })
  shown.revealLineInCenter(line)
  const clear = (): void => marks.clear()
  lastMark = { shown, clear }
  return clear
}
