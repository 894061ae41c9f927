// Fixed screens for tests of pointing.
import type { ViewContext } from '../../../../src/shared/conversation.ts'
import type { ScreenThing } from '../../../../src/shared/screen.ts'

const thing = (kind: ScreenThing['kind'], line: number, endLine: number, name?: string): ScreenThing => ({
  kind,
  line,
  endLine,
  ...(name !== undefined && { name }),
})

const TIDE: readonly ScreenThing[] = [
  thing('comment', 1, 2),
  thing('function', 3, 12, 'tide'),
  thing('loop', 5, 10),
  thing('loop', 6, 9),
  thing('class', 14, 50, 'Harbour'),
  thing('method', 16, 24, 'open'),
  thing('condition', 18, 20),
  thing('method', 26, 40, 'close'),
  thing('loop', 28, 30),
  thing('loop', 32, 34),
  thing('try', 36, 39),
  thing('method', 42, 48, 'closeAll'),
  thing('interface', 52, 55, 'Berth'),
  thing('function', 60, 70, 'parseConfig'),
  thing('condition', 62, 64),
  thing('function', 72, 78, 'parseHeader'),
]

/** Source code of 80 lines, of which 1 to 56 are in sight. */
export const code = (
  line: number,
  { endLine, ...part }: { endLine?: number; selecting?: boolean; anchor?: number } = {},
): ViewContext => ({
  kind: 'file',
  file: 'src/tide.ts',
  line,
  ...(endLine !== undefined && { endLine }),
  screen: { all: { line: 1, endLine: 80 }, seen: { line: 1, endLine: 56 }, things: [...TIDE], ...part },
})

/** A search with five results in three files; the second is the current one. */
export const results: ViewContext = {
  kind: 'search_results',
  file: 'src/client.ts',
  line: 30,
  screen: {
    things: [
      { ...thing('result', 12, 12), file: 'src/client.ts' },
      { ...thing('result', 30, 30), file: 'src/client.ts' },
      { ...thing('result', 7, 7), file: 'src/server.ts' },
      { ...thing('result', 8, 8), file: 'test/client.test.ts' },
      { ...thing('result', 99, 99), file: 'test/client.test.ts' },
    ],
  },
}

/** A diff of three files with five hunks; the third is the current one. */
export const diff: ViewContext = {
  kind: 'diff',
  file: 'src/server.ts',
  line: 5,
  endLine: 9,
  screen: {
    things: [
      { ...thing('file', 12, 41), file: 'src/client.ts' },
      { ...thing('hunk', 12, 14), file: 'src/client.ts' },
      { ...thing('hunk', 40, 41), file: 'src/client.ts' },
      { ...thing('file', 5, 60), file: 'src/server.ts' },
      { ...thing('hunk', 5, 9), file: 'src/server.ts' },
      { ...thing('hunk', 58, 60), file: 'src/server.ts' },
      { ...thing('file', 1, 3), file: 'test/client.test.ts' },
      { ...thing('hunk', 1, 3), file: 'test/client.test.ts' },
    ],
  },
}

/** A document; the section “Install” is in front. */
export const document: ViewContext = {
  kind: 'markdown',
  file: 'README.md',
  line: 5,
  screen: {
    all: { line: 1, endLine: 60 },
    seen: { line: 5, endLine: 20 },
    things: [
      thing('heading', 1, 60, 'Harbour'),
      thing('heading', 5, 19, 'Install'),
      thing('heading', 10, 19, 'On Linux'),
      thing('heading', 20, 60, 'Usage'),
    ],
  },
}
