import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DiffLayout } from '../../../../src/renderer/viewer/diff-chunks.ts'
import { mendDiff, readDiff } from '../../../../src/renderer/viewer/diff-document.ts'

const layouts: DiffLayout[] = ['unified', 'side-by-side']
const hostile = `<img src=x onerror="alert(1)"><script>alert('1')</script>&lt;`

function allHtml(diff: string, layout: DiffLayout): string {
  const { files, draw } = readDiff(diff, layout)
  return files.flatMap((file, at) => file.chunks.map((_, chunk) => draw(at, chunk))).join('\n')
}

/** The elements diff2html itself writes; svg, path, label and input are those of a heading we do not use. */
const OWN = new Set([
  'div',
  'table',
  'tbody',
  'tr',
  'td',
  'span',
  'ins',
  'del',
  'br',
  'svg',
  'path',
  'label',
  'input',
])

function expectOnlyOwnMarkup(html: string): void {
  for (const [, name] of html.matchAll(/<\/?\s*([^\s>/]+)/g)) expect(OWN).toContain(name?.toLowerCase())
  // No attribute but those of its own templates, and in particular no handlers and no addresses.
  const quiet = html.replace(
    / (?:class|id|data-lang|height|width|version|viewBox|d|aria-hidden|title|type|name|value)="[^"]*"/g,
    '',
  )
  for (const [tag] of quiet.matchAll(/<[a-z][^>]*>/gi)) expect(tag).not.toMatch(/=/)
}

describe('drawing a hostile diff', () => {
  test.each(layouts)('file names, headings and lines come out as text (%s)', (layout) => {
    const diff = `diff --git a/${hostile}.ts b/${hostile}.ts\n--- a/${hostile}.ts\n+++ b/${hostile}.ts\n@@ -1,3 +1,3 @@ ${hostile}\n ${hostile}\n-${hostile}\n+${hostile} ${hostile}\n`
    const html = allHtml(diff, layout)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('&amp;lt;')
    expectOnlyOwnMarkup(html)
    // The name is for the window to write; it must not be in the HTML at all.
    expect(readDiff(diff, layout).files[0]?.name).toContain('<img')
    expect(html).not.toContain('.ts')
  })

  test.each(layouts)('a combined diff cannot use its two signs to open a tag (%s)', (layout) => {
    const diff = `diff --combined x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,2 -1,2 +1,2 @@@\n +<b>one\n -<s>\n +two\n- <u>\n  <i\n`
    expectOnlyOwnMarkup(allHtml(diff, layout))
  })

  test('whatever is in the lines, only diff2html’s own elements are in what is drawn', () => {
    const nasty = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '/',
        '=',
        'script',
        'img',
        'onerror',
        '<!--',
        '-->',
        '<ins>',
        '</del>',
        '`',
        ' ',
        'é',
        '😀',
        '\u2028',
        '\0',
        ']]>',
        '{{',
        '}}',
      ),
      { maxLength: 12 },
    )
    const line = fc.tuple(fc.constantFrom(' ', '+', '-'), nasty).map(([sign, parts]) => sign + parts.join(''))
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...layouts),
        (lines, layout) => {
          const old = lines.filter((text) => !text.startsWith('+')).length
          const now = lines.filter((text) => !text.startsWith('-')).length
          expectOnlyOwnMarkup(
            allHtml(`--- a/x\n+++ b/x\n@@ -1,${old} +1,${now} @@ ${lines[0]}\n${lines.join('\n')}\n`, layout),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('reading a diff', () => {
  test('says of each file what happened to it', () => {
    const { files } = readDiff(
      [
        'diff --git a/old.md b/new.md',
        'similarity index 90%',
        'rename from old.md',
        'rename to new.md',
        '--- a/old.md',
        '+++ b/new.md',
        '@@ -1 +1 @@',
        '-a',
        '+b',
        'diff --git a/added.ts b/added.ts',
        'new file mode 100644',
        '--- /dev/null',
        '+++ b/added.ts',
        '@@ -0,0 +1,2 @@',
        '+a',
        '+b',
        'diff --git a/gone.ts b/gone.ts',
        'deleted file mode 100644',
        '--- a/gone.ts',
        '+++ /dev/null',
        '@@ -1 +0,0 @@',
        '-a',
        'diff --git a/logo.png b/logo.png',
        'Binary files a/logo.png and b/logo.png differ',
        '',
      ].join('\n'),
      'unified',
    )
    expect(files.map(({ name, change, added, deleted }) => [name, change, added, deleted])).toEqual([
      ['new.md', 'renamed', 1, 1],
      ['added.ts', 'added', 2, 0],
      ['gone.ts', 'deleted', 0, 1],
      ['logo.png', 'binary', 0, 0],
    ])
    expect(files[0]?.oldName).toBe('old.md')
  })

  test('plain unified diffs without git’s headings are read too', () => {
    const { files } = readDiff('--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-a\n+b\n', 'unified')
    expect(files[0]).toMatchObject({ name: 'a.txt', change: 'changed', added: 1, deleted: 1 })
  })

  test('text that is no diff has no files', () => {
    expect(readDiff('Just some words.\nNo diff.', 'unified').files).toEqual([])
    expect(readDiff('', 'unified').files).toEqual([])
  })

  test('a long text that is no diff is refused at once', () => {
    const started = performance.now()
    readDiff('words\n'.repeat(200_000), 'unified')
    expect(performance.now() - started).toBeLessThan(1000)
  })

  test('a chunk that does not exist is drawn as nothing', () => {
    expect(readDiff('--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n', 'unified').draw(7, 7)).toBe('')
  })
})

describe('mending a diff', () => {
  test('an empty context line whose space was trimmed is kept, so that line numbers stay right', () => {
    const { files, draw } = readDiff('--- a\n+++ a\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n', 'unified')
    expect(files[0]?.lastLine).toBe(3)
    expect(draw(0, 0).match(/d2h-code-line-ctn/g)).toHaveLength(4)
  })

  test('empty lines between hunks are left alone', () => {
    expect(mendDiff('@@ -1 +1 @@\n-a\n+b\n\n\ndiff')).toBe('@@ -1 +1 @@\n-a\n+b\n\n\ndiff')
  })

  test('a carriage return inside a line does not break it in two', () => {
    expect(readDiff('--- a\n+++ a\n@@ -1,0 +1,1 @@\n+50%\r100%\n', 'unified').files[0]?.added).toBe(1)
  })

  test('a diff with Windows line ends is read like any other', () => {
    const { files } = readDiff('--- a\r\n+++ a\r\n@@ -1,3 +1,3 @@\r\n a\r\n\r\n-b\r\n+c\r\n', 'unified')
    expect(files[0]).toMatchObject({ added: 1, deleted: 1, lastLine: 3 })
  })
})
