// Tools that list and measure: files, their lengths, the longest functions.
import type { WorkspaceTools } from '../../core/workspace-tools.ts'
import { globFilter } from './glob-filter.ts'
import type { Attempt } from './tool-outcome.ts'

const MAX_LISTED = 50_000
/** More are counted and not shown. */
const MAX_SHOWN = 2_000

export function createMeasureTools(attempt: Attempt): Pick<WorkspaceTools, 'list' | 'lengths' | 'longest'> {
  return {
    list: ({ include, title, signal } = {}) =>
      attempt(signal, async (opened) => {
        const { files } = await opened.listFiles({ limit: MAX_LISTED, signal })
        const value = files.filter(globFilter(include === undefined ? {} : { include }))
        const results = value.slice(0, MAX_SHOWN).map((file) => ({ file, line: 0, content: '' }))
        const details = {
          results,
          truncated: value.length > results.length,
          ...(title !== undefined && { title }),
        }
        return { output: { text: value.join('\n'), details }, value }
      }),

    lengths: ({ include, signal } = {}) =>
      attempt(signal, async (opened) => {
        const value = await opened.lineCounts({
          ...(include !== undefined && { globs: { include } }),
          ...(signal && { signal }),
        })
        const text = value.map(({ file, lines }) => `${file}:${lines}`).join('\n')
        return { output: { text, details: { quiet: true } }, value }
      }),

    longest: (limit, { signal } = {}) =>
      attempt(signal, async (opened) => {
        const { symbols } = await opened.longestFunctions({ limit, signal })
        const text = symbols.map((one) => `${one.file}:${one.startLine}:${one.signature}`).join('\n')
        return { output: { text, details: { quiet: true } }, value: symbols }
      }),
  }
}
