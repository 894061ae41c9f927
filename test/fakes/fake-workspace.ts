// A workspace in memory, for tests that need files and no disk.
import { rankFiles } from '../../src/core/intents/rank-files.ts'
import { unifiedDiff } from '../../src/core/interceptors/unified-diff.ts'
import type { AbortSignalLike, Workspace } from '../../src/core/ports.ts'
import { FaultError } from '../../src/shared/errors.ts'

export interface FakeWorkspaceOptions {
  root?: string
  /** Contents by path. A content of bytes is a binary file. */
  files: Record<string, string | Uint8Array>
  /** What the last commit held; null where there is no repository. */
  committed?: Record<string, string> | null
  branch?: string
  /** Files larger than this are refused. */
  maxSize?: number
}

export function createFakeWorkspace(options: FakeWorkspaceOptions): Workspace {
  const root = options.root ?? '/fake/project'
  const { files, committed = null } = options
  const names = Object.keys(files).sort()

  function inside(path: string): string {
    const parts: string[] = []
    const relative = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
    if (relative.startsWith('/')) throw fault('outside_workspace', path)
    for (const part of relative.split('/')) {
      if (part === '..' && parts.pop() === undefined) throw fault('outside_workspace', path)
      if (part !== '..' && part !== '.' && part !== '') parts.push(part)
    }
    return parts.join('/')
  }

  return {
    root,
    name: root.slice(root.lastIndexOf('/') + 1),
    async readText(path) {
      const file = inside(path)
      const content = Object.hasOwn(files, file) ? files[file] : undefined
      if (content === undefined) throw fault('file_not_found', path)
      if (content.length > (options.maxSize ?? 5 * 1024 * 1024)) throw fault('file_too_large', path)
      if (typeof content !== 'string') throw fault('file_binary', path)
      return { file, text: content, size: new TextEncoder().encode(content).length }
    },
    async search(text, { limit, signal }) {
      await refuseAborted(signal)
      if (text.trim() === '') throw fault('bad_request', 'nothing to search for')
      const sensitive = text !== text.toLowerCase()
      const hits = names.flatMap((file) => {
        const content = files[file]
        if (typeof content !== 'string') return []
        return content.split('\n').flatMap((line, at) => {
          const found = (sensitive ? line : line.toLowerCase()).includes(text)
          return found ? [{ file, line: at + 1, content: line }] : []
        })
      })
      return { hits: hits.slice(0, limit), truncated: hits.length > limit }
    },
    async findFiles(name, { limit, signal }) {
      await refuseAborted(signal)
      return rankFiles(names, name, limit).map(({ file }) => file)
    },
    async workingChanges(signal) {
      await refuseAborted(signal)
      if (committed === null) throw fault('not_a_repository', root)
      const all = [...new Set([...Object.keys(committed), ...names])].sort()
      const diff = all
        .map((file) => {
          const now = files[file] ?? ''
          const changed = unifiedDiff(
            file,
            committed[file] ?? '',
            typeof now === 'string' ? now : '(binary)\n',
          )
          return changed === '' ? '' : `diff --git a/${file} b/${file}\n${changed}`
        })
        .join('')
      return { diff, truncated: false }
    },
    branch: async () => (committed === null ? null : (options.branch ?? 'main')),
  }
}

/** Like the real one, it answers a little later, and not at all to somebody who left. */
async function refuseAborted(signal: AbortSignalLike | undefined): Promise<void> {
  await Promise.resolve()
  if (signal?.aborted) throw Object.assign(new Error('Stopped.'), { name: 'AbortError' })
}

function fault(code: ConstructorParameters<typeof FaultError>[0], about: string): FaultError {
  return new FaultError(code, `The fake says ${code} about ${about}.`, 'Look at the test.')
}
