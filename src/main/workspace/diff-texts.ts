// The change between two texts as a unified diff: by git if it is installed, otherwise in a worker, and if both take too
// long, as one text replaced by the other. Never on the event loop that also carries audio.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { quoteDiffPath, replacedHunk } from '../../core/artifacts/unified-diff.ts'
import type { AbortSignalLike } from '../../core/ports/clock.ts'
import { FaultError } from '../../shared/errors.ts'
import type { DiffTask } from './diff-worker.ts'
import { type GitOptions, runGit } from './git.ts'
import { abortError } from './run-process.ts'
import { workerFile } from '../../base/worker-file.ts'

const TIME_LIMIT_MS = 5000
/** Two texts of the largest readable size, and git's output around them. */
const MAX_BYTES = 24 * 1024 * 1024

/** So many characters take a few milliseconds, even if each is a line. */
const MAX_AT_ONCE = 64 * 1024

/** Null if git or the worker did not finish; the texts may still differ. */
type Hunks = string | null

export async function diffTexts(
  file: string,
  before: string | null,
  after: string | null,
  signal?: AbortSignalLike,
  differ: typeof gitHunks = gitHunks,
): Promise<string> {
  if (signal?.aborted) throw abortError()
  if (before === after) return ''
  const mode = before === null ? 'new file mode 100644\n' : after === null ? 'deleted file mode 100644\n' : ''
  const names = [quoteDiffPath(`a/${file}`), quoteDiffPath(`b/${file}`)] as const
  const head = `diff --git ${names[0]} ${names[1]}\n${mode}`
  const [was, is] = [before ?? '', after ?? '']
  if (was === is) return head
  const compared = was === '' || is === '' ? null : await differ(was, is, signal)
  const hunks = compared ?? (await replacedText(was, is, signal))
  const oldName = before === null ? '/dev/null' : names[0]
  const newName = after === null ? '/dev/null' : names[1]
  return `${head}--- ${oldName}\n+++ ${newName}\n${hunks}`
}

async function gitHunks(before: string, after: string, signal?: AbortSignalLike): Promise<Hunks> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-diff-'))
  const { limited, release } = withTimeLimit(signal)
  try {
    await Promise.all([writeFile(path.join(folder, 'a'), before), writeFile(path.join(folder, 'b'), after)])
    const result = await runGit(folder, 'diff', NO_INDEX, {
      signal: limited,
      maxBytes: MAX_BYTES,
      settings: PLAIN_TEXT,
      outside: true,
    })
    if (result.code !== 1 || result.truncated)
      return result.truncated ? null : workerHunks(before, after, signal)
    const said = result.stdout.toString('utf8')
    const first = said.indexOf('\n@@ ')
    return first === -1 ? null : said.slice(first + 1)
  } catch (error) {
    if (signal?.aborted) throw abortError()
    if (limited.aborted) return null
    // Git is not installed.
    if (error instanceof FaultError) return workerHunks(before, after, signal)
    throw error
  } finally {
    release()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The user's attributes and line-end settings must not affect the comparison. */
const PLAIN_TEXT = [
  ['core.autocrlf', 'false'],
  ['core.eol', 'lf'],
  ['core.attributesFile', ''],
] as const
const NO_INDEX = [
  '--no-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--text',
  '--unified=3',
  '--inter-hunk-context=0',
  '--',
  'a',
  'b',
]

/** One text replaced by the other. Short texts are not worth a worker. */
export async function replacedText(before: string, after: string, signal?: AbortSignalLike): Promise<string> {
  if (before.length + after.length <= MAX_AT_ONCE) return replacedHunk(before, after)
  return (await inWorker({ before, after, timeoutMs: null }, signal)) ?? replacedHunk(before, after)
}

/** By the library `diff`, whose time is quadratic in the number of changes; hence the limit. */
export function workerHunks(before: string, after: string, signal?: AbortSignalLike): Promise<Hunks> {
  return inWorker({ before, after, timeoutMs: TIME_LIMIT_MS }, signal)
}

function inWorker(task: DiffTask, signal?: AbortSignalLike): Promise<Hunks> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(workerFile(import.meta.url, 'diff-worker'), import.meta.url), {
      workerData: task,
    })
    const settle = (finish: () => void): void => {
      clearTimeout(limit)
      signal?.removeEventListener('abort', stop)
      void worker.terminate().then(finish, finish)
    }
    const stop = (): void => settle(() => reject(abortError()))
    // Longer than the worker's own limit, for a worker that does not even start.
    const limit = setTimeout(() => settle(() => resolve(null)), 2 * TIME_LIMIT_MS)
    signal?.addEventListener('abort', stop, { once: true })
    worker.once('message', (hunks: Hunks) => settle(() => resolve(hunks)))
    worker.once('error', (error) => settle(() => reject(error)))
  })
}

function withTimeLimit(signal?: AbortSignalLike): {
  limited: NonNullable<GitOptions['signal']>
  release(): void
} {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  const limit = setTimeout(stop, TIME_LIMIT_MS)
  signal?.addEventListener('abort', stop, { once: true })
  return {
    limited: controller.signal,
    release() {
      clearTimeout(limit)
      signal?.removeEventListener('abort', stop)
    },
  }
}
