import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { selectedLines, showText, sliceEnd } from '../../../../src/renderer/viewer/editor-text.ts'

function slices(content: string): string[] {
  const found: string[] = []
  for (let at = 0; at < content.length; at = sliceEnd(content, at)) {
    found.push(content.slice(at, sliceEnd(content, at)))
  }
  return found
}

test('a text is split at line ends, and the slices together are the text', () => {
  const text = Array.from({ length: 20_000 }, (_, at) => `line ${at} of a long text\n`).join('')
  const found = slices(text)
  expect(found.length).toBeGreaterThan(3)
  expect(found.join('')).toBe(text)
  for (const slice of found) expect(slice.endsWith('\n')).toBe(true)
})

test('a single endless line stays whole, and no text is lost', () => {
  expect(slices('x'.repeat(1_000_000))).toHaveLength(1)
  fc.assert(
    fc.property(fc.array(fc.nat(200_000), { maxLength: 5 }), (lengths) => {
      const text = lengths.map((length) => 'y'.repeat(length)).join('\n')
      expect(slices(text).join('')).toBe(text)
    }),
    { numRuns: 50 },
  )
})

/** The part of the editor that showing a text needs. One line is one pixel high. */
function fakeEditor() {
  const model = (text: string, language: string) => ({
    text,
    disposed: false,
    getValue(): string {
      return this.text
    },
    getValueLength(): number {
      return this.text.length
    },
    getLanguageId: () => language,
    getLineCount(): number {
      return this.text.split('\n').length
    },
    getLineMaxColumn: () => 1,
    applyEdits([edit]: { text: string }[]): void {
      this.text += edit?.text ?? ''
    },
    dispose(): void {
      this.disposed = true
    },
  })
  const shown = {
    model: null as ReturnType<typeof model> | null,
    top: 0,
    getModel: () => shown.model,
    setModel(next: ReturnType<typeof model>): void {
      shown.model = next
      shown.top = 0
    },
    getLayoutInfo: () => ({ height: 100 }),
    getScrollHeight: () => Math.max(100, shown.model?.getLineCount() ?? 0),
    getScrollTop: () => shown.top,
    setScrollTop(top: number): void {
      shown.top = top - 100
    },
  }
  const reported: { fresh: boolean; lines: number }[] = []
  const show = (content: string, language = 'go'): (() => void) =>
    showText(shown as never, {
      content,
      language,
      create: model as never,
      onShown: (text) => reported.push(text),
    })
  return { shown, show, reported }
}

describe('showing a text', () => {
  let waiting: (() => void)[] = []
  beforeEach(() => {
    waiting = []
    const wait = (run: () => void): number => waiting.push(run)
    vi.stubGlobal('requestAnimationFrame', wait)
    vi.stubGlobal('setTimeout', wait)
    vi.stubGlobal('cancelAnimationFrame', () => (waiting = []))
    vi.stubGlobal('clearTimeout', () => (waiting = []))
  })
  afterEach(() => vi.unstubAllGlobals())

  const goOn = (): void => {
    while (waiting.length > 0) waiting.shift()!()
  }
  const linesOf = (count: number): string => 'a line of some length\n'.repeat(count)

  test('a long text is added in slices until it is complete, and its start stays in view', () => {
    const { shown, show, reported } = fakeEditor()
    show(linesOf(30_000))
    goOn()
    expect(shown.model?.text).toBe(linesOf(30_000))
    expect(shown.top).toBe(0)
    expect(reported).toEqual([
      { fresh: true, lines: expect.any(Number) as number },
      { fresh: false, lines: 30_001 },
    ])
    expect(reported[0]!.lines).toBeLessThan(2_000)
  })

  test('more of the same text is added at once, and a view at the end stays there', () => {
    const { shown, show, reported } = fakeEditor()
    show(linesOf(50))
    goOn()
    const { model } = shown
    show(linesOf(400))
    expect(shown.model).toBe(model)
    expect(shown.model?.text).toBe(linesOf(400))
    expect(shown.top).toBe(301)
    expect(reported.at(-1)).toEqual({ fresh: false, lines: 401 })
  })

  test('another text replaces one that is still being added', () => {
    const { shown, show } = fakeEditor()
    const stop = show(linesOf(30_000))
    waiting.shift()!()
    waiting.shift()!()
    const { model } = shown
    stop()
    show('short')
    goOn()
    expect(shown.model?.text).toBe('short')
    expect(model?.disposed).toBe(true)
  })
})

test('a selection tells its lines, without the line whose first character it stops before', () => {
  const lines = (startLineNumber: number, endLineNumber: number, endColumn: number) =>
    selectedLines({ startLineNumber, endLineNumber, endColumn })
  expect(lines(4, 6, 3)).toEqual({ from: 4, to: 6 })
  expect(lines(4, 6, 1)).toEqual({ from: 4, to: 5 })
  expect(lines(4, 4, 1)).toEqual({ from: 4, to: 4 })
})
