// Changes the editor's text without losing the scroll position, and without blocking a frame.
import type { editor } from './monaco.ts'

type Editor = editor.IStandaloneCodeEditor

/** This close to the end counts as the end. */
const NEAR_END_PX = 40

function append(model: editor.ITextModel, text: string): void {
  const line = model.getLineCount()
  const column = model.getLineMaxColumn(line)
  const range = { startLineNumber: line, startColumn: column, endLineNumber: line, endColumn: column }
  model.applyEdits([{ range, text }])
}

/** The lines of a selection. One that ends before the first character of a line does not contain that line. */
export function selectedLines(selection: {
  startLineNumber: number
  endLineNumber: number
  endColumn: number
}): { from: number; to: number } {
  const { startLineNumber: from, endLineNumber: end, endColumn } = selection
  return { from, to: endColumn === 1 && end > from ? end - 1 : end }
}

function isAtEnd(shown: Editor): boolean {
  const { height } = shown.getLayoutInfo()
  return shown.getScrollHeight() - shown.getScrollTop() - height < NEAR_END_PX
}

/** How much text the editor can add within a frame. */
const SLICE = 60_000
/** A few screens; the initial text costs the editor more than added text. */
const FIRST_SLICE = 20_000

/** The end of the slice that starts at `from`, always after a line: adding to a line costs as much as the line. */
export function sliceEnd(content: string, from: number): number {
  const size = from === 0 ? FIRST_SLICE : SLICE
  if (content.length - from <= size * 2) return content.length
  const after = content.indexOf('\n', from + size) + 1
  return after > 0 ? after : content.length
}

/** How much of a text is shown already; 0 if it is another text. */
function shownOf(shown: Editor, content: string, language: string): number {
  const model = shown.getModel()
  const length = model?.getValueLength() ?? 0
  const same =
    model?.getLanguageId() === language && length <= content.length && content.startsWith(model.getValue())
  return same ? length : 0
}

export interface TextShown {
  /** Whether the text is another one, not more of the same. */
  fresh: boolean
  lines: number
}

interface Text {
  content: string
  language: string
  create(text: string, language: string): editor.ITextModel
  /** Called when the first lines are there, and when all are. */
  onShown(text: TextShown): void
}

/** Runs something after the next paint: the editor renders within the frame. */
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
 * Shows a text, one slice per frame. More of the same text is added; another text starts with the next frame, because
 * creating the editor took this one. Returns a function that stops it.
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
      // A view at the end stays at the end, except at the start of a text.
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

/** Centres a line, puts the cursor there and marks it. Returns a function that removes the mark. */
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

/** Highlights whole lines and shows them, without moving the cursor. Returns a function that removes the highlight. */
export function pointAtLines(shown: editor.IStandaloneCodeEditor, from: number, to: number): () => void {
  const marks = shown.createDecorationsCollection([pointedLines(from, to)])
  shown.revealLinesInCenterIfOutsideViewport(from, to)
  return () => marks.clear()
}

const pointedLines = (from: number, to: number): editor.IModelDeltaDecoration => ({
  range: { startLineNumber: from, startColumn: 1, endLineNumber: to, endColumn: 1 },
  options: {
    isWholeLine: true,
    className: 'code-pointed-line',
    linesDecorationsClassName: 'code-pointed-mark',
  },
})

/** Selects whole lines, and shows where they begin. They stay marked until something else is selected. */
export function selectLines(shown: editor.IStandaloneCodeEditor, from: number, to: number): void {
  if (lastMark?.shown === shown) lastMark.clear()
  const endColumn = shown.getModel()?.getLineMaxColumn(to) ?? 1
  shown.setSelection({ startLineNumber: from, startColumn: 1, endLineNumber: to, endColumn })
  const { from: first, to: last } = linesInSight(shown)
  if (to - from <= last - first) shown.revealLinesInCenterIfOutsideViewport(from, to)
  else shown.revealLineNearTop(from)
  const marks = shown.createDecorationsCollection([pointedLines(from, to)])
  const subscription = shown.onDidChangeCursorSelection(() => clear())
  const clear = (): void => {
    subscription.dispose()
    marks.clear()
  }
  lastMark = { shown, clear }
}

/** The cursor stays where the selection began. */
export function clearSelection(shown: editor.IStandaloneCodeEditor): void {
  const line = shown.getSelection()?.startLineNumber ?? 1
  shown.setPosition({ lineNumber: line, column: 1 })
}

/** The first and the last line in sight. */
export function linesInSight(shown: editor.IStandaloneCodeEditor): { from: number; to: number } {
  const ranges = shown.getVisibleRanges()
  return { from: ranges[0]?.startLineNumber ?? 1, to: ranges.at(-1)?.endLineNumber ?? 1 }
}
