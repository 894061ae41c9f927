// The editor in React's hands. Only ever imported lazily: it brings all of Monaco with it.
import { useEffect, useRef } from 'react'
import { useSettings } from '../ui/settings-context.tsx'
import { codeLanguage, shownLine } from './code-language.ts'
import { applyEditorTheme, editor, isKnownLanguage } from './monaco.ts'

export interface CodeEditorProps {
  label: string
  content: string
  language?: string | undefined
  file?: string | undefined
  startLine?: number | undefined
  focusLine?: number | undefined
  wrap: boolean
}

export function CodeEditor(props: CodeEditorProps) {
  const { label, content, language, file, startLine = 1, focusLine, wrap } = props
  const place = useRef<HTMLDivElement>(null)
  const instance = useRef<editor.IStandaloneCodeEditor | null>(null)
  const { theme } = useSettings()

  useEffect(() => applyEditorTheme(theme), [theme])

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
    instance.current?.updateOptions({ ariaLabel: label, wordWrap: wrap ? 'on' : 'off' })
  }, [label, wrap])

  useEffect(() => {
    const shown = instance.current
    if (!shown) return
    const model = editor.createModel(content, codeLanguage(language, file, isKnownLanguage))
    shown.setModel(model)
    shown.updateOptions({ lineNumbers: (line) => String(line + startLine - 1) })
    const line = shownLine(focusLine, startLine, model.getLineCount())
    if (line !== null) {
      shown.createDecorationsCollection([
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
    }
    return () => model.dispose()
  }, [content, language, file, startLine, focusLine])

  return <div ref={place} className="code-editor" />
}
