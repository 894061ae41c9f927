// What differs between two branches, tags or commits, named as somebody says them; or between one of them and the files
// as they are now.
import type { AbortSignalLike } from '../../core/ports.ts'
import type { ComparedChanges } from '../../core/workspace.ts'
import { FaultError } from '../../shared/errors.ts'
import { gitFault, runGit } from './git.ts'
import { resolvePlace, shown } from './resolve-inside.ts'
import { gitDiff } from './working-changes.ts'

interface Options {
  file?: string | undefined
  signal?: AbortSignalLike | undefined
}

export async function compareBranches(
  root: string,
  from: string,
  to: string | null,
  { file, signal }: Options = {},
): Promise<ComparedChanges> {
  const place = file === undefined ? '.' : (await resolvePlace(root, file)).relative || '.'
  const before = await commitNamed(root, from, signal)
  const after = to === null ? null : await commitNamed(root, to, signal)
  const range = after === null ? [before.hash] : [before.hash, after.hash]
  const changes = await gitDiff(root, [...range, '--', place], signal)
  return { ...changes, from: before.name, to: after?.name ?? null }
}

interface Named {
  name: string
  hash: string
}

async function commitNamed(root: string, said: string, signal?: AbortSignalLike): Promise<Named> {
  const exact = await hashOf(root, said, signal)
  if (exact !== null) return { name: said, hash: exact }
  const refs = await runGit(
    root,
    ['for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/remotes', 'refs/tags'],
    { signal },
  )
  if (refs.code !== 0) throw gitFault(refs)
  const wanted = squash(said)
  const name = refs.stdout
    .toString('utf8')
    .split('\n')
    .find((ref) => ref !== '' && (squash(ref) === wanted || squash(ref.replace(/^[^/]+\//, '')) === wanted))
  const hash = name === undefined || wanted === '' ? null : await hashOf(root, name, signal)
  if (name !== undefined && hash !== null) return { name, hash }
  throw new FaultError(
    'bad_request',
    `There is no branch called ${shown(said)}.`,
    'Say its name as git branch lists it.',
  )
}

async function hashOf(root: string, name: string, signal?: AbortSignalLike): Promise<string | null> {
  if (name.trim() === '' || name.includes('\0')) return null
  const found = await runGit(
    root,
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
    { signal },
  )
  return found.code === 0 ? found.stdout.toString('utf8').trim() : null
}

/** Said aloud, "feature slash voice input" has neither its dashes nor its capitals. */
const squash = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
