// The editor as a component. Import it lazily only: it brings all of Monaco with it.
import { useEffect, useRef, useState } from 'react'
import { useSettings } from '../ui/settings-context.tsx'
import { codeLanguage, shownLine } from './code-language.ts'
import type { PointedLines } from '../store/state.ts'
import {
  clearSelection,
  linesInSight,
  markLine,
  pointAtLines,
  selectedLines,
  selectLines,
  showText,
} from './editor-text.ts'
import { applyEditorTheme, editor, isKnownLanguage } from './monaco.ts'
import { useViewCommand } from './active-view.tsx'

export interface CodeEditorProps {
  label: string
  content: string
  language?: string | undefined
  file?: string | undefined
  startLine?: number | undefined
  focusLine?: number | undefined
  wrap: boolean
  /** A line to scroll to; a new object scrolls again. */
  goTo?: { line: number } | null | undefined
  /** The lines the agent talks about. */
  pointed?: PointedLines | null | undefined
  /** Called with the first and the last line of the selection; both are the cursor's line if nothing is selected. */
  onLines?: ((from: number, to: number, isSelected: boolean) => void) | undefined
  /** Called with the first and the last line in sight. */
  onSight?: ((from: number, to: number) => void) | undefined
}

/**
 * Bracket colours cost more than they help: a long line has thousands of brackets. This option applies to all models; the
 * other option of this name would be reset by every new editor.
 */
const NO_BRACKET_COLOURS = { 'bracketPairColorization.enabled': false }

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  ...NO_BRACKET_COLOURS,
  readOnly: true,
  domReadOnly: true,
  // Tab leaves the editor: keyboard users must not be trapped in it.
  tabFocusMode: true,
  automaticLayout: true,
  contextmenu: false,
  fontSize: 13,
  lineHeight: 20,
  guides: { indentation: false },
  hover: { enabled: 'off' },
  links: false,
  lineNumbersMinChars: 4,
  // Colours that far to the right are not worth it: the browser lays out a line as a whole.
  maxTokenizationLineLength: 2_000,
  stopRenderingLineAfter: 2_000,
  minimap: { enabled: false },
  occurrencesHighlight: 'off',
  hideCursorInOverviewRuler: true,
  overviewRulerBorder: false,
  overviewRulerLanes: 2,
  padding: { top: 8, bottom: 8 },
  renderLineHighlight: 'none',
  // Text from outside may contain invisible characters.
  renderControlCharacters: true,
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  stickyScroll: { enabled: false },
}

function createEditor(place: HTMLElement): editor.IStandaloneCodeEditor {
  return editor.create(place, { ...OPTIONS, model: null, fontFamily: getComputedStyle(place).fontFamily })
}

/** Features that process the whole text at once, which would block the window for a large one. */
const LARGE = 100_000

/** Enough text to run everything in the editor once. */
const LINES = "export function ready(when: Date): string {\n  return `${when}` // 'now'\n}\n\n"

/**
 * The first editor of a page takes several times as long as any later one, so an invisible one is created in advance. Each
 * step runs when the window is idle.
 */
export function readySteps(): (() => void)[] {
  const place = document.createElement('div')
  place.className = 'code-place code-rehearsal'
  place.inert = true
  let shown: editor.IStandaloneCodeEditor | null = null
  let sample: editor.ITextModel | null = null
  return [
    () => {
      // The first model creates what all editors share.
      sample = editor.createModel(LINES, 'plaintext')
    },
    () => {
      const { theme, contrast } = document.documentElement.dataset
      applyEditorTheme(theme === 'dark' ? 'dark' : 'light', contrast === 'high')
    },
    () => {
      document.body.append(place)
      shown = createEditor(place)
    },
    () => shown?.setModel(sample),
    () => shown?.render(true),
    () => sample && editor.setModelLanguage(sample, 'typescript'),
    () => sample?.setValue(LINES.repeat(200)),
    () => shown?.render(true),
    () => {
      sample?.dispose()
      shown?.dispose()
      place.remove()
    },
  ]
}

export function CodeEditor(props: CodeEditorProps) {
  const {
    label,
    content,
    language,
    file,
    startLine = 1,
    focusLine,
    wrap,
    goTo,
    pointed,
    onLines,
    onSight,
  } = props
  const place = useRef<HTMLDivElement>(null)
  const instance = useRef<editor.IStandaloneCodeEditor | null>(null)
  const { theme, highContrast } = useSettings()
  const large = content.length > LARGE
  /** How many lines the editor has; a long text arrives in slices. `text` counts the texts so far. */
  const [there, setThere] = useState({ text: 0, lines: 0 })

  useEffect(() => applyEditorTheme(theme, highContrast), [theme, highContrast])

  useEffect(() => {
    if (!place.current) return
    const created = createEditor(place.current)
    instance.current = created
    return () => {
      instance.current = null
      const model = created.getModel()
      created.dispose()
      model?.dispose()
    }
  }, [])

  useEffect(() => {
    instance.current?.updateOptions({
      ariaLabel: label,
      wordWrap: wrap ? 'on' : 'off',
      folding: !large,
      matchBrackets: large ? 'never' : 'always',
      lineNumbers: (line) => String(line + startLine - 1),
    })
  }, [label, wrap, large, startLine])

  useEffect(() => {
    const shown = instance.current
    if (!shown) return
    return showText(shown, {
      content,
      language: codeLanguage(language, file, isKnownLanguage),
      create: (text, id) => editor.createModel(text, id),
      onShown: ({ fresh, lines }) => setThere(({ text }) => ({ text: text + (fresh ? 1 : 0), lines })),
    })
  }, [content, language, file])

  const focus = shownLine(focusLine, startLine, there.lines)
  useEffect(() => {
    const shown = instance.current
    // A new text has no marks.
    return shown && there.text > 0 && focus !== null ? markLine(shown, focus) : undefined
  }, [focus, there.text])

  // Null until the line has arrived.
  const target = goTo ? shownLine(goTo.line, startLine, there.lines) : null
  useEffect(() => {
    const shown = instance.current
    if (!shown || !goTo || target === null) return
    const unmark = markLine(shown, target)
    shown.focus()
    return unmark
  }, [goTo, target])

  // Null until the first of the lines has arrived.
  const pointedFrom = pointed ? shownLine(pointed.line, startLine, there.lines) : null
  useEffect(() => {
    const shown = instance.current
    // A new text has no highlight.
    if (!shown || !pointed || pointedFrom === null || there.text === 0) return
    const length = Math.max(0, pointed.endLine - pointed.line)
    return pointAtLines(shown, pointedFrom, Math.min(pointedFrom + length, there.lines))
  }, [pointed, pointedFrom, there.text, there.lines])

  useEffect(() => {
    const shown = instance.current
    if (!shown || !onLines) return
    const subscription = shown.onDidChangeCursorSelection(({ selection }) => {
      const { from, to } = selectedLines(selection)
      const isSelected = selection.startLineNumber !== selection.endLineNumber || !selection.isEmpty()
      onLines(from + startLine - 1, to + startLine - 1, isSelected)
    })
    return () => subscription.dispose()
  }, [onLines, startLine])

  useEffect(() => {
    const shown = instance.current
    if (!shown || !onSight || there.lines === 0) return
    const look = (): void => {
      const { from, to } = linesInSight(shown)
      onSight(from + startLine - 1, to + startLine - 1)
    }
    look()
    const subscriptions = [shown.onDidScrollChange(look), shown.onDidLayoutChange(look)]
    return () => subscriptions.forEach((subscription) => subscription.dispose())
  }, [onSight, startLine, there.lines])

  useViewCommand(({ action, line, endLine }) => {
    const shown = instance.current
    if (!shown) return
    const page = shown.getLayoutInfo().height * 0.85
    if (action === 'scroll.down') shown.setScrollTop(shown.getScrollTop() + page)
    else if (action === 'scroll.up') shown.setScrollTop(shown.getScrollTop() - page)
    else if (action === 'scroll.top') shown.setScrollTop(0)
    else if (action === 'scroll.end') shown.setScrollTop(shown.getScrollHeight())
    else if (action === 'line.reveal' && line !== null) {
      const index = shownLine(line, startLine, shown.getModel()?.getLineCount() ?? 0)
      if (index !== null) markLine(shown, index)
    } else if (action === 'lines.select' && line !== null) {
      const count = shown.getModel()?.getLineCount() ?? 0
      const index = shownLine(line, startLine, count)
      if (index !== null)
        selectLines(shown, index, Math.min(count, index + Math.max(0, (endLine ?? line) - line)))
    } else if (action === 'selection.clear') clearSelection(shown)
  })

  return <div ref={place} className="code-editor" />
}
