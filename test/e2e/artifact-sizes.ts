// One artifact of every kind: ordinary, very large, hostile and empty.
import type { Artifact, ArtifactKind } from '../../src/shared/artifacts.ts'
import { largeDiff } from '../gallery/samples.ts'
import { PAYLOAD } from './workspace-fixture.ts'

export type EveryKind = { [K in ArtifactKind]: Extract<Artifact, { kind: K }> }

/** Control characters, and characters that are invisible or change the text direction. */
const INVISIBLE = 'a\u0000b\u0007c\u001b[31md\u007fe\u200bf\u202eg\u2066h\u2069i\u2028j\u2029k\ufefff\ud800l'
const LONG_NAME = `${'very-long-'.repeat(399)}name-${PAYLOAD}.ts`

export const small: EveryKind = {
  diff: {
    kind: 'diff',
    id: 'small diff',
    title: 'Small change',
    file: 'a.ts',
    diff: 'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n one\n-old words\n+new words\n',
  },
  code: {
    kind: 'code',
    id: 'small code',
    title: 'small.ts',
    content: 'export const small = 1\n',
    language: 'typescript',
  },
  markdown: {
    kind: 'markdown',
    id: 'small markdown',
    title: 'Small page',
    content: '# Small heading\n\nWords.',
  },
  file: {
    kind: 'file',
    id: 'small file',
    title: 'small.txt',
    file: 'small.txt',
    content: 'small text\n',
    size: 11,
  },
  search_results: {
    kind: 'search_results',
    id: 'small search',
    title: '',
    query: 'small',
    results: [{ file: 'a.ts', line: 1, content: 'a small hit' }],
  },
  checklist: {
    kind: 'checklist',
    id: 'small checklist',
    title: 'Small plan',
    entries: [
      { text: 'Read the tide table', state: 'completed' },
      { text: 'Write the small step', state: 'in_progress' },
    ],
  },
  error: {
    kind: 'error',
    id: 'small error',
    title: 'Small error',
    message: 'A small thing failed.',
    stack: 'at x',
  },
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

export const large: EveryKind = {
  diff: { kind: 'diff', id: 'large diff', title: 'Large change', file: '', diff: largeDiff(2_000_000, 200) },
  code: {
    kind: 'code',
    id: 'large code',
    title: 'large.ts',
    language: 'typescript',
    content: lines(20_000, (at) => `export const value${at} = read(paths[${at}] ?? fallback)`),
  },
  markdown: {
    kind: 'markdown',
    id: 'large markdown',
    title: 'Large page',
    content: `# Large heading\n\n${lines(5_000, (at) => `Words of *paragraph* ${at} with \`code\`.[^${at % 50}]\n`)}\n\n${lines(50, (at) => `[^${at}]: Note ${at}.`)}\n`,
  },
  file: {
    kind: 'file',
    id: 'large file',
    title: 'large.txt',
    file: 'large.txt',
    content: `${'x'.repeat(800_000)}\nlast`,
    size: 800_005,
  },
  search_results: {
    kind: 'search_results',
    id: 'large search',
    title: '',
    query: 'value',
    results: Array.from({ length: 100_000 }, (_, at) => ({
      file: `src/part-${Math.floor(at / 40)}.ts`,
      line: (at % 40) + 1,
      content: `const value${at} = ${at}`,
    })),
    truncated: true,
  },
  checklist: {
    kind: 'checklist',
    id: 'large checklist',
    title: 'Large plan',
    entries: Array.from({ length: 500 }, (_, at) => ({
      text: `step ${at} ${'long '.repeat(300)}`,
      state: 'pending' as const,
    })),
  },
  error: {
    kind: 'error',
    id: 'large error',
    title: 'Large error',
    message: 'A large thing failed.',
    stack: lines(10_000, (at) => `    at frame${at} (src/part-${at}.ts:${at + 1}:3)`),
  },
}

export const hostile: EveryKind = {
  diff: {
    kind: 'diff',
    id: 'hostile diff',
    title: `Hostile change ${PAYLOAD}`,
    file: LONG_NAME,
    // The header claims a million lines, starts before the first line, and the diff ends inside a hunk.
    diff: `diff --git a/${LONG_NAME} b/${LONG_NAME}\n--- a/x\n+++ b/x\n@@ -0,1000000 +99999999999,2 @@ ${PAYLOAD}\n-${PAYLOAD}\n+${INVISIBLE}\n@@ -1 +1`,
  },
  code: {
    kind: 'code',
    id: 'hostile code',
    title: LONG_NAME.slice(0, 1000),
    file: LONG_NAME,
    language: `"><script>window.pwned=1</script>`,
    content: `${PAYLOAD}\n${INVISIBLE}\n`,
    startLine: 2 ** 31,
    focusLine: 1,
  },
  markdown: {
    kind: 'markdown',
    id: 'hostile markdown',
    title: `Hostile page ${PAYLOAD}`,
    file: '../../../etc/passwd',
    content: `# Hostile heading\n\n${PAYLOAD}\n\n[x](javascript:window.pwned=1) ![y](file:///etc/passwd)\n\n${'> '.repeat(5_000)}deep\n\n${'- '.repeat(5_000)}deeper\n\n${'*a '.repeat(5_000)}\n\n${'['.repeat(5_000)}\n\n${INVISIBLE}\n\nThe end of it.\n`,
  },
  file: {
    kind: 'file',
    id: 'hostile file',
    title: LONG_NAME.slice(0, 1000),
    file: `../${LONG_NAME}`,
    note: `${PAYLOAD} ${INVISIBLE}`,
    size: Number.MAX_SAFE_INTEGER,
  },
  search_results: {
    kind: 'search_results',
    id: 'hostile search',
    title: `Hostile search ${PAYLOAD}`,
    query: '(a+)+$',
    results: Array.from({ length: 2_000 }, (_, at) => ({
      file: at % 2 === 0 ? `${at}-${LONG_NAME}` : `../../${INVISIBLE}${at}`,
      line: at % 3 === 0 ? 0 : Number.MAX_SAFE_INTEGER,
      content: `${PAYLOAD} ${'a'.repeat(500)}! ${INVISIBLE}`,
    })),
  },
  checklist: {
    kind: 'checklist',
    id: 'hostile checklist',
    title: `Hostile plan ${PAYLOAD}`,
    entries: [{ text: `${PAYLOAD} ${INVISIBLE}`, state: 'pending', priority: 'high' }],
  },
  error: {
    kind: 'error',
    id: 'hostile error',
    title: `Hostile error ${PAYLOAD}`,
    message: `${PAYLOAD} ${INVISIBLE}\n${'a/'.repeat(5_000)}b.ts:1`,
    stack: lines(10_000, (at) => `    at ${PAYLOAD} (../../${at}.ts:99999999999:1)`),
  },
}

export const empty: EveryKind = {
  diff: { kind: 'diff', id: 'empty diff', title: '', file: '', diff: '' },
  code: { kind: 'code', id: 'empty code', title: '', content: '' },
  markdown: { kind: 'markdown', id: 'empty markdown', title: '', content: '' },
  file: { kind: 'file', id: 'empty file', title: '', file: '', content: '', size: 0 },
  search_results: { kind: 'search_results', id: 'empty search', title: '', query: '', results: [] },
  checklist: { kind: 'checklist', id: 'empty checklist', title: '', entries: [] },
  error: { kind: 'error', id: 'empty error', title: '', message: '', stack: '' },
}
