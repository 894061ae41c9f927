// The editor in React's hands. Only ever imported lazily: it brings all of Monaco with it.
import { useEffect, useRef, useState } from 'react'
import { useSettings } from '../ui/settings-context.tsx'
import { codeLanguage, shownLine } from './code-language.ts'
import { addRest, followText, markLine, sliceEnd } from './editor-text.ts'
import { applyEditorTheme, editor, isKnownLanguage } from './monaco.ts'
import { useViewWish } from './view-in-front.tsx'

export interface CodeEditorProps {
  label: string
  content: string
  language?: string | undefined
  file?: string | undefined
  startLine?: number | undefined
  focusLine?: number | undefined
  wrap: boolean
  /** A line to go to; a new object is a new wish. */
  goTo?: { line: number } | null | undefined
  /** Tells the line the cursor is on, as it is numbered. */
  onLine?: ((line: number) => void) | undefined
}

/** What the editor works out for the whole text at once, which in a large one would hold the window up. */
const LARGE = 250_000

/** The first editor of a page takes several times as long as any later one; it may as well be one nobody waits for. */
export function makeReady(): void {
  const place = document.createElement('div')
  const model = editor.createModel('const ready = true', 'typescript')
  editor.create(place, { model, readOnly: true }).dispose()
  model.dispose()
}

export function CodeEditor(props: CodeEditorProps) {
  const { label, content, language, file, startLine = 1, focusLine, wrap, goTo, onLine } = props
  const place = useRef<HTMLDivElement>(null)
  const instance = useRef<editor.IStandaloneCodeEditor | null>(null)
  const { theme, highContrast } = useSettings()
  const large = content.length > LARGE
  /** How many lines are there; of a long text, some come later. */
  const [lines, setLines] = useState(0)

  useEffect(() => applyEditorTheme(theme, highContrast), [theme, highContrast])

  useEffect(() => {
    if (!place.current) return
    const created = editor.create(place.current, {
      model: null,
      readOnly: true,
      domReadOnly: true,
      // Tab leaves the editor: a reader must not be caught in it.
      tabFocusMode: true,
      automaticLayout: true,
      contextmenu: false,
      fontFamily: getComputedStyle(place.current).fontFamily,
      fontSize: 13,
      lineHeight: 20,
      guides: { indentation: false },
      hover: { enabled: 'off' },
      links: false,
      lineNumbersMinChars: 4,
      minimap: { enabled: false },
      occurrencesHighlight: 'off',
      hideCursorInOverviewRuler: true,
      overviewRulerBorder: false,
      overviewRulerLanes: 2,
      padding: { top: 8, bottom: 8 },
      renderLineHighlight: 'none',
      // Text from outside can hide what it says behind characters nobody sees.
      renderControlCharacters: true,
      unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
      scrollBeyondLastLine: false,
      smoothScrolling: false,
      stickyScroll: { enabled: false },
    })
    instance.current = created
    return () => {
      instance.current = null
      created.dispose()
    }
  }, [])

  useEffect(() => {
    instance.current?.updateOptions({
      ariaLabel: label,
      wordWrap: wrap ? 'on' : 'off',
      folding: !large,
      matchBrackets: large ? 'never' : 'always',
    })
  }, [label, wrap, large])

  // The text itself: more of the same is added, so that the reader stays where they are.
  useEffect(() => {
    const shown = instance.current
    if (!shown) return
    const known = shown.getModel()
    const id = codeLanguage(language, file, isKnownLanguage)
    if (known && known.getLanguageId() === id && followText(shown, content)) return
    const end = sliceEnd(content, 0)
    const model = editor.createModel(content.slice(0, end), id)
    shown.setModel(model)
    known?.dispose()
    const count = (): void => setLines(model.getLineCount())
    count()
    return end < content.length ? addRest(shown, content, end, count) : undefined
  }, [content, language, file])
  useEffect(() => () => instance.current?.getModel()?.dispose(), [])

  useEffect(() => {
    instance.current?.updateOptions({ lineNumbers: (line) => String(line + startLine - 1) })
  }, [startLine])

  useEffect(() => {
    const shown = instance.current
    const line = shownLine(focusLine, startLine, lines)
    return shown && line !== null ? markLine(shown, line) : undefined
  }, [focusLine, startLine, lines])

  const lineOf = (shown: editor.IStandaloneCodeEditor, line: number): number | null =>
    shownLine(line, startLine, shown.getModel()?.getLineCount() ?? 0)

  useEffect(() => {
    const shown = instance.current
    if (!shown || !goTo) return
    const line = shownLine(goTo.line, startLine, shown.getModel()?.getLineCount() ?? 0)
    if (line === null) return
    const unmark = markLine(shown, line)
    shown.focus()
    return unmark
  }, [goTo, startLine])

  useEffect(() => {
    const shown = instance.current
    if (!shown || !onLine) return
    const told = shown.onDidChangeCursorPosition(({ position }) =>
      onLine(position.lineNumber + startLine - 1),
    )
    return () => told.dispose()
  }, [onLine, startLine])

  useViewWish(({ action, line }) => {
    const shown = instance.current
    if (!shown) return
    const page = shown.getLayoutInfo().height * 0.85
    if (action === 'scroll.down') shown.setScrollTop(shown.getScrollTop() + page)
    else if (action === 'scroll.up') shown.setScrollTop(shown.getScrollTop() - page)
    else if (action === 'scroll.top') shown.setScrollTop(0)
    else if (action === 'scroll.end') shown.setScrollTop(shown.getScrollHeight())
    else if (action === 'line.reveal' && line !== null) {
      const target = lineOf(shown, line)
      if (target !== null) markLine(shown, target)
    }
  })

  return <div ref={place} className="code-editor" />
}
