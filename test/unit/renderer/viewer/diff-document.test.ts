import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_LINE_LENGTH, type DiffLayout } from '../../../../src/renderer/viewer/diff-chunks.ts'
import { readDiff as readShaped, type DiffDocument } from '../../../../src/renderer/viewer/diff-document.ts'
import { marked, type DiffRow } from '../../../../src/renderer/viewer/diff-rows.ts'

const layouts: DiffLayout[] = ['unified', 'side-by-side']
const readDiff = (diff: string, layout: DiffLayout): DiffDocument =>
  readShaped(diff, { layout, columns: 100 })

function rowsOf(diff: string, layout: DiffLayout = 'unified'): DiffRow[] {
  const { files, draw } = readDiff(diff, layout)
  return files.flatMap((file, at) => [...file.chunks.rows].flatMap((_, chunk) => draw(at, chunk)))
}
const textOf = (row: DiffRow, side = 0): string | undefined => row[side]?.parts.map(([text]) => text).join('')
const oneFile = (name: string, lines: string[]): string => {
  const old = lines.filter((line) => !line.startsWith('+')).length
  const now = lines.filter((line) => !line.startsWith('-')).length
  return `--- a/${name}\n+++ b/${name}\n@@ -1,${old} +1,${now} @@\n${lines.join('\n')}\n`
}

describe('rendering a chunk', () => {
  test('any line is rendered as the same text', () => {
    const line = fc.tuple(
      fc.constantFrom(' ', '+', '-'),
      fc.stringMatching(/^[ -~]{0,30}$/),
      fc.constantFrom('', '<script>', '&lt;', '&#x2F;', '<ins>', '</del>'),
    )
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('x.ts', 'x.html', 'x'),
        (parts, name) => {
          const lines = parts.map(([sign, ...text]) => sign + text.join(''))
          const drawn = rowsOf(oneFile(name, lines)).map((row) => `${row[0]!.sign || ' '}${textOf(row)}`)
          expect(drawn).toEqual(lines)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('changed words in a line are marked', () => {
    const [before, after] = rowsOf(oneFile('x', ['-const a = one', '+const a = two']))
    const marks = (row: DiffRow): string[] => row[0]!.parts.flatMap(([text, , mark]) => (mark ? [text] : []))
    expect(marks(before!)).toEqual(['one'])
    expect(marks(after!)).toEqual(['two'])
  })

  test('code is coloured by the language of its file; plain text is not', () => {
    const classes = (name: string): string[] =>
      rowsOf(oneFile(name, ["+const a = 'b' // c"]))[0]![0]!.parts.map(([, one]) => one)
    expect(classes('x.ts')).toContain('hljs-keyword')
    expect(classes('x.ts')).toContain('hljs-comment')
    expect(classes('x.unknown')).toEqual([''])
  })

  test('a comment that started several chunks earlier is still a comment', () => {
    const comment = Array.from({ length: 60 }, (_, at) => ` const not${at} = 'code'`)
    const lines = [' /* it begins', ...comment, ' and ends */', ' const code = 1']
    const rows = rowsOf(oneFile('x.ts', lines))
    const classes = rows.map((row) => new Set(row[0]!.parts.map(([, one]) => one)))
    for (const one of classes.slice(0, -1)) expect([...one]).toEqual(['hljs-comment'])
    expect([...classes.at(-1)!]).toContain('hljs-keyword')
  })

  test('a string that starts only in the new file is not open in the old one', () => {
    const after = Array.from({ length: 40 }, (_, at) => ` const a${at} = 1`)
    const rows = rowsOf(oneFile('x.ts', ['-const t = `x`', '+const t = `x', ...after, '-const b = 2', '+`']))
    const removed = rows.find((row) => textOf(row) === 'const b = 2')!
    expect(removed[0]!.parts[0]).toEqual(['const', 'hljs-keyword', expect.any(Boolean)])
    expect(rows.find((row) => textOf(row) === 'const a39 = 1')![0]!.parts[0]![1]).toBe('hljs-string')
  })

  test('far inside a long hunk, the start of a comment a little above is found', () => {
    const lines = Array.from({ length: 400 }, (_, at) => (at === 300 ? ' /* begins' : ` const a${at} = 1`))
    const { draw, files } = readDiff(oneFile('x.ts', lines), 'unified')
    const chunk = 20
    expect(files[0]!.chunks.rows.slice(0, chunk).reduce((sum, rows) => sum + rows, 0)).toBe(320)
    expect(draw(0, chunk)[0]![0]!.parts).toEqual([['const a320 = 1', 'hljs-comment', false]])
  })

  test('side by side, a line and its replacement are in one row', () => {
    const rows = rowsOf(oneFile('x', [' a', '-b one', '+new', '+b two', ' c']), 'side-by-side')
    expect(rows.map((row) => [textOf(row), textOf(row, 1)])).toEqual([
      ['a', 'a'],
      [undefined, 'new'],
      ['b one', 'b two'],
      ['c', 'c'],
    ])
  })

  test.each(layouts)('no line is lost or doubled (%s)', (layout) => {
    const line = fc.constantFrom(' x', '-one two', '-y', '+one three', '+z')
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), (lines) => {
        const rows = rowsOf(oneFile('x', lines), layout)
        const cells = rows.flatMap((row) => [...row]).filter((cell) => cell !== null)
        const changed = cells.filter(({ kind }) => kind !== 'context')
        expect(changed).toHaveLength(lines.filter((one) => !one.startsWith(' ')).length)
      }),
      { numRuns: 100 },
    )
  })

  test('a combined diff shows both signs of a line', () => {
    const diff = `diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,2 -1,2 +1,2 @@@\n +one\n- <u>\n  <i\n`
    expect(rowsOf(diff).map((row) => [row[0]!.kind, row[0]!.sign, textOf(row)])).toEqual([
      ['insert', ' +', 'one'],
      ['delete', '- ', '<u>'],
      ['context', '  ', '<i'],
    ])
  })

  test('a line of many screens is cut between two characters, and says how much is missing', () => {
    const [row] = rowsOf(oneFile('x', [`+${'x'.repeat(MAX_LINE_LENGTH + 500)}`]))
    expect(textOf(row!)).toMatch(/… 500 more characters$/)
    const [other] = rowsOf(oneFile('x', [`+${' '.repeat(MAX_LINE_LENGTH - 1)}😀😀`]))
    expect(textOf(other!)).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  })

  test('a file without a newline at its end says so', () => {
    const [row] = rowsOf('--- a/x\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n')
    expect(textOf(row!)).toBe('a no newline at end of file')
  })

  test('marks are combined with colours without changing the text', () => {
    expect(
      marked(
        [
          ['const', 'k'],
          [' abc', ''],
        ],
        [[3, 7]],
      ),
    ).toEqual([
      ['con', 'k', false],
      ['st', 'k', true],
      [' a', '', true],
      ['bc', '', false],
    ])
  })
})

describe('parsing a diff', () => {
  test('says what happened to each file', () => {
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
      ['logo.png', 'changed', 0, 0],
    ])
    expect(files[0]?.oldName).toBe('old.md')
  })

  test('plain unified diffs without git’s headers are parsed too', () => {
    const { files } = readDiff('--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-a\n+b\n', 'unified')
    expect(files[0]).toMatchObject({ name: 'a.txt', change: 'changed', added: 1, deleted: 1 })
  })

  test('returns the part of the diff about one file unchanged', () => {
    const one = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n'
    const other = 'diff --git a/y b/y\nnew file mode 100644\n--- /dev/null\n+++ b/y\n@@ -0,0 +1 @@\n+a\n'
    const { text } = readDiff(one + other, 'unified')
    expect([text(0), text(1), text(2)]).toEqual([one, other, ''])
  })

  test('text that is not a diff has no files', () => {
    expect(readDiff('Just some words.\nNo diff.', 'unified').files).toEqual([])
    expect(readDiff('', 'unified').files).toEqual([])
  })

  test('a long text that is not a diff has no files either', () => {
    expect(readDiff('words\n'.repeat(200_000), 'unified').files).toEqual([])
  })

  test('a chunk that does not exist has no rows', () => {
    expect(readDiff('--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n', 'unified').draw(7, 7)).toEqual([])
  })
})

test('a hunk tells its first and its last changed line, which "fix this" means', () => {
  const diff = '--- a/x\n+++ b/x\n@@ -4,4 +4,5 @@\n a\n-b\n+c\n+d\n e\n+f\n g\n@@ -20,2 +21,1 @@\n h\n-i\n'
  expect(readDiff(diff, 'unified').files[0]?.hunks).toMatchObject([
    { line: 5, endLine: 8 },
    { line: 21, endLine: 21 },
  ])
})

describe('a malformed diff', () => {
  test('an empty context line whose space was trimmed still counts, so that line numbers stay right', () => {
    const diff = '--- a\n+++ a\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n'
    expect(readDiff(diff, 'unified').files[0]?.lastLine).toBe(3)
    expect(rowsOf(diff)).toHaveLength(4)
  })

  test('wrong line counts do not matter', () => {
    expect(rowsOf('--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n a\n-b\n+c\n d\n')).toHaveLength(4)
    const two = readDiff('--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n@@ -20,9 +20,9 @@\n-b\n', 'unified')
    expect(two.files[0]?.hunks).toHaveLength(2)
  })

  test('a commit message before the diff and a signature after it are ignored', () => {
    const { files } = readDiff(
      'commit abc\n\n    --- words\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n-- \n2.50.1\n',
      'unified',
    )
    expect(files).toMatchObject([{ name: 'x', added: 1, deleted: 1 }])
  })

  test('a carriage return inside a line does not split the line', () => {
    expect(readDiff('--- a\n+++ a\n@@ -1,0 +1,1 @@\n+50%\r100%\n', 'unified').files[0]?.added).toBe(1)
  })

  test('a diff with Windows line endings is parsed like any other', () => {
    const { files } = readDiff('--- a\r\n+++ a\r\n@@ -1,3 +1,3 @@\r\n a\r\n\r\n-b\r\n+c\r\n', 'unified')
    expect(files[0]).toMatchObject({ name: 'a', added: 1, deleted: 1, lastLine: 3 })
  })

  test('file names with git’s escapes are decoded', () => {
    const { files } = readDiff('--- "a/\\303\\244 b"\n+++ "b/\\303\\244 b"\n@@ -1 +1 @@\n-a\n+b\n', 'unified')
    expect(files[0]?.name).toBe('ä b')
  })
})
