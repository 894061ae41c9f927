// All files that the project does not ignore, in order.
import { stat } from 'node:fs/promises'
import type { AbortSignalLike } from '../../core/ports.ts'
import { fileNotFound, resolveInside } from './resolve-inside.ts'
import { runRipgrep, withoutDotSlash } from './ripgrep.ts'

interface ListOptions {
  limit: number
  under?: string | undefined
  signal?: AbortSignalLike | undefined
}

export async function listFiles(
  root: string,
  { limit, under, signal }: ListOptions,
): Promise<{ files: string[]; truncated: boolean }> {
  const prefix = under === undefined ? '' : await folderPrefix(root, under)
  const files: string[] = []
  let rest: Buffer = Buffer.alloc(0)
  await runRipgrep(['--files', '--null'], [], {
    cwd: root,
    ...(signal && { signal }),
    onOutput(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let from = 0
      for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, from)) {
        const file = withoutDotSlash(bytes.toString('utf8', from, end))
        if (file.startsWith(prefix)) files.push(file)
        from = end + 1
      }
      rest = bytes.subarray(from)
      // One more than is wanted is looked for, to know whether there are more.
      return files.length <= limit
    },
  })
  return { files: files.slice(0, limit), truncated: files.length > limit }
}

async function folderPrefix(root: string, under: string): Promise<string> {
  const { absolute, relative } = await resolveInside(root, under)
  if (!(await stat(absolute)).isDirectory()) throw fileNotFound(under)
  return relative === '' ? '' : `${relative}/`
}
