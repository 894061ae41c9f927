// How many lines each text file has, counted by ripgrep in one go.
import type { FileLength, SearchOptions } from '../../core/workspace.ts'
import { globFilter } from './glob-filter.ts'
import { runRipgrep, withoutDotSlash } from './ripgrep.ts'

export async function lineCounts(
  root: string,
  { globs, signal }: Pick<SearchOptions, 'globs' | 'signal'>,
): Promise<FileLength[]> {
  const wanted = globFilter(globs ?? {})
  const counts: FileLength[] = []
  let rest: Buffer = Buffer.alloc(0)
  // Every line matches the empty text; a file without lines is one all the same.
  const flags = ['--count', '--include-zero', '--with-filename', '--null']
  await runRipgrep(flags, [''], {
    cwd: root,
    ...(signal && { signal }),
    onOutput(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let from = 0
      for (;;) {
        const nul = bytes.indexOf(0, from)
        const end = nul < 0 ? -1 : bytes.indexOf(0x0a, nul)
        if (end < 0) break
        const file = withoutDotSlash(bytes.toString('utf8', from, nul))
        const lines = Number(bytes.toString('utf8', nul + 1, end))
        if (Number.isInteger(lines) && wanted(file)) counts.push({ file, lines })
        from = end + 1
      }
      rest = bytes.subarray(from)
      return true
    },
  })
  return counts
}
