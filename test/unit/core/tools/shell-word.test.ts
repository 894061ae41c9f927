import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { shellWord } from '../../../../src/core/tools/shell-word.ts'

const HOSTILE = [
  'a&calc.ts',
  'a|calc.ts',
  'a>b.ts',
  'a<b.ts',
  'a^b.ts',
  '%PATH%.ts',
  '100%.ts',
  '!PATH!.ts',
  'a"b.ts',
  'a" & calc & ".ts',
  'a\nb.ts',
  'a\rb.ts',
  'a\0b.ts',
  'a\u001ab.ts',
  'a＂b.ts',
  'a\u2028b.ts',
  'trailing\\',
  '',
]
const ORDINARY = [
  'src/a.test.ts',
  'a b.ts',
  '(group)/page.ts',
  '[id].ts',
  "it's.ts",
  'é/ü.ts',
  '日本.ts',
  'a=b,c;d.ts',
]

/** How cmd.exe reads a line: first variables, everywhere; then special characters, except between quotes. */
function readByCmd(line: string): { words: string[]; more: boolean } {
  const expanded = line
    // oxlint-disable-next-line no-control-regex
    .split(/[\r\n\u001a\0]/)[0]!
    .replace(/%[^%]+%/g, '<expanded>')
    .replace(/![^!]+!/g, '<expanded>')
  const more = expanded !== line
  const words: string[] = []
  let word: string | null = null
  let quoted = false
  for (const sign of expanded) {
    if (sign === '"') {
      quoted = !quoted
      word ??= ''
    } else if (!quoted && /[&|<>^]/.test(sign)) return { words, more: true }
    else if (!quoted && sign === ' ') {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + sign
  }
  if (word !== null) words.push(word)
  return { words, more: more || quoted }
}

describe('A word for cmd.exe', () => {
  it.each(HOSTILE)('is refused for %j, which no quoting makes safe', (text) => {
    expect(shellWord(text, 'cmd')).toBeNull()
  })

  it.each(ORDINARY)('is exactly one word for %j, also in a batch file that passes it on', (text) => {
    const word = shellWord(text, 'cmd')
    const first = readByCmd(`npm test -- ${word}`)
    expect(first).toEqual({ words: ['npm', 'test', '--', text], more: false })
    // A batch file inserts its arguments into its own lines without change.
    expect(readByCmd(`node npm-cli.js test -- ${word}`).words.at(-1)).toBe(text)
  })

  it('is never more than a word, whatever the text', () => {
    for (let code = 0; code < 0x3000; code++) {
      const text = `a${String.fromCodePoint(code)}b`
      const word = shellWord(text, 'cmd')
      if (word !== null) expect(readByCmd(`x ${word}`)).toEqual({ words: ['x', text], more: false })
    }
  })
})

describe.skipIf(process.platform === 'win32')('A word for the shell', () => {
  it.each([...HOSTILE.filter((text) => !text.includes('\0')), ...ORDINARY, '$(id)', '`id`'])(
    'is read by a real shell as %j',
    (text) => {
      const word = shellWord(text, 'sh')
      expect(execFileSync('/bin/sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toBe(text)
    },
  )
})
