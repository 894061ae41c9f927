// The editor in React's hands. Only ever imported lazily: it brings all of Monaco with it.
import { useEffect, useRef, useState } from 'react'
import { useSettings } from '../ui/settings-context.tsx'
import { codeLanguage, shownLine } from './code-language.ts'
import { markLine, showText } from './editor-text.ts'
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

/**
 * Brackets in the colours of the rainbow say less than they cost: a long line has thousands, each a thing of its own to
 * the editor. By this name it holds for all texts; by its other one every new editor would undo it for those there are.
 */
const NO_BRACKET_COLOURS = { 'bracketPairColorization.enabled': false }

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  ...NO_BRACKET_COLOURS,
  readOnly: true,
  domReadOnly: true,
  // Tab leaves the editor: a reader must not be caught in it.
  tabFocusMode: true,
  automaticLayout: true,
  contextmenu: false,
  fontSize: 13,
  lineHeight: 20,
  guides: { indentation: false },
  hover: { enabled: 'off' },
  links: false,
  lineNumbersMinChars: 4,
  // Nobody reads colours that far to the right, and the browser lays a line out as a whole.
  maxTokenizationLineLength: 2_000,
  stopRenderingLineAfter: 2_000,
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
}

function createEditor(place: HTMLElement): editor.IStandaloneCodeEditor {
  return editor.create(place, { ...OPTIONS, model: null, fontFamily: getComputedStyle(place).fontFamily })
}

/** What the editor works out for the whole text at once, which in a large one would hold the window up. */
const LARGE = 100_000

/** Enough to make the editor do once all it does for a text. */
const LINES = "export function ready(when: Date): string {\n  return `${when}` // 'now'\n}\n\n"

/**
 * The first editor of a page takes several times as long as any later one; it may as well be one nobody waits for, and
 * one nobody sees. Each step is for a moment in which there is nothing else to do.
 */
export function readySteps(): (() => void)[] {
  const place = document.createElement('div')
  place.className = 'code-place code-rehearsal'
  place.inert = true
  let shown: editor.IStandaloneCodeEditor | null = null
  let sample: editor.ITextModel | null = null
  return [
    () => {
      // What all editors share is made with the first text.
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
  const { label, content, language, file, startLine = 1, focusLine, wrap, goTo, onLine } = props
  const place = useRef<HTMLDivElement>(null)
  const instance = useRef<editor.IStandaloneCodeEditor | null>(null)
  const { theme, highContrast } = useSettings()
  const large = content.length > LARGE
  /** How many lines are there; of a long text, some come later. `text` counts the texts there have been. */
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
    // A text that takes the place of another comes without marks.
    return shown && there.text > 0 && focus !== null ? markLine(shown, focus) : undefined
  }, [focus, there.text])

  // Null as long as the line has not come yet.
  const target = goTo ? shownLine(goTo.line, startLine, there.lines) : null
  useEffect(() => {
    const shown = instance.current
    if (!shown || !goTo || target === null) return
    const unmark = markLine(shown, target)
    shown.focus()
    return unmark
  }, [goTo, target])

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
      const wished = shownLine(line, startLine, shown.getModel()?.getLineCount() ?? 0)
      if (wished !== null) markLine(shown, wished)
    }
  })

  return <div ref={place} className="code-editor" />
}
