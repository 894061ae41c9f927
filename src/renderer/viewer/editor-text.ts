// Changing what the editor shows without losing the reader's place, and without holding up a frame.
import type { editor } from './monaco.ts'

type Editor = editor.IStandaloneCodeEditor

/** This close to the end counts as being at the end. */
const NEAR_END_PX = 40

function append(model: editor.ITextModel, text: string): void {
  const line = model.getLineCount()
  const column = model.getLineMaxColumn(line)
  const range = { startLineNumber: line, startColumn: column, endLineNumber: line, endColumn: column }
  model.applyEdits([{ range, text }])
}

function isAtEnd(shown: Editor): boolean {
  const { height } = shown.getLayoutInfo()
  return shown.getScrollHeight() - shown.getScrollTop() - height < NEAR_END_PX
}

/** As much of a long text as the editor takes in without holding up a frame. */
const SLICE = 60_000
/** Some screens; the editor makes more of the text it begins with than of what is added. */
const FIRST_SLICE = 20_000

/** The end of the slice that begins at `from`, always after a line: adding to a line costs as much as the line. */
export function sliceEnd(content: string, from: number): number {
  const size = from === 0 ? FIRST_SLICE : SLICE
  if (content.length - from <= size * 2) return content.length
  const after = content.indexOf('\n', from + size) + 1
  return after > 0 ? after : content.length
}

/** How much of a text is shown already; 0 where another one is. */
function shownOf(shown: Editor, content: string, language: string): number {
  const model = shown.getModel()
  const length = model?.getValueLength() ?? 0
  const same =
    model?.getLanguageId() === language && length <= content.length && content.startsWith(model.getValue())
  return same ? length : 0
}

export interface TextShown {
  /** Whether it is another text than before, and not more of the same. */
  fresh: boolean
  lines: number
}

interface Text {
  content: string
  language: string
  create(text: string, language: string): editor.ITextModel
  /** Told when the first lines are there, and when all are. */
  onShown(text: TextShown): void
}

/** Runs something once the next frame is painted, by itself: the editor draws within the frame. */
function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * Shows a text, a slice of it to a frame. More of the same is added to what is there; another one comes with the next
 * frame, because making the editor filled this one. Returns how to stop.
 */
export function showText(shown: Editor, { content, language, create, onShown }: Text): () => void {
  let at = shownOf(shown, content, language)
  const following = at > 0
  let stop = (): void => {}
  const add = (): void => {
    const end = sliceEnd(content, at)
    const slice = content.slice(at, end)
    const fresh = at === 0
    const before = shown.getModel()
    if (fresh || !before) {
      shown.setModel(create(slice, language))
      before?.dispose()
    } else {
      // Whoever reads at the end stays at the end; but where a text begins, nobody has gone to its end yet.
      const stays = isAtEnd(shown) && (following || shown.getScrollTop() > 0)
      append(before, slice)
      if (stays) shown.setScrollTop(shown.getScrollHeight())
    }
    at = end
    if (at < content.length) stop = afterFrame(add)
    if (fresh || at >= content.length) onShown({ fresh, lines: shown.getModel()?.getLineCount() ?? 0 })
  }
  if (at === 0) stop = afterFrame(add)
  else if (at < content.length) add()
  return () => stop()
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
