// History from git: the last commit, who changed a line, which commits changed a file.
import type { BlamedLine, Commit, CommitChanges } from '../../core/tools/codebase.ts'
import type { AbortSignalLike } from '../../core/ports/clock.ts'
import { FaultError } from '../../shared/errors.ts'
import { gitFault, runGit } from './git.ts'
import { resolveInside, resolvePlace, shown } from './resolve-inside.ts'
import type { CollectedProcess } from './run-process.ts'
import { emptyTree, gitDiff } from './git-diff.ts'

/** Hash, subject, author and date, each followed by a NUL. */
const FORMAT = '%H%x00%s%x00%aN%x00%aI%x00'
const MAX_COMMITS = 1000

export async function lastCommit(root: string, signal?: AbortSignalLike): Promise<CommitChanges | null> {
  const log = await runGit(root, 'log', ['-1', `--format=${FORMAT}%b%x00%P`], { signal })
  if (log.code !== 0) return nothingYet(root, log, null, signal)
  const fields = log.stdout.toString('utf8').split('\0')
  const commit = commitOf(fields)
  const parent = fields[5]?.trim().split(' ')[0] || (await emptyTree(root, signal))
  const changes = await gitDiff(root, [parent, commit.hash, '--', '.'], signal)
  return { ...commit, body: (fields[4] ?? '').trim(), ...changes }
}

export async function fileLog(
  root: string,
  asked: string,
  limit: number,
  signal?: AbortSignalLike,
): Promise<Commit[]> {
  const { relative } = await resolvePlace(root, asked)
  const count = Math.max(0, Math.min(Math.floor(limit), MAX_COMMITS))
  // Git can follow renames of a single file only.
  const log = await runGit(
    root,
    'log',
    ['--follow', `--max-count=${count}`, `--format=${FORMAT}`, '--', relative || '.'],
    { signal },
  )
  if (log.code !== 0) return nothingYet(root, log, [], signal)
  const fields = log.stdout.toString('utf8').split('\0')
  const commits: Commit[] = []
  for (let at = 0; at + 4 < fields.length; at += 4) commits.push(commitOf(fields.slice(at, at + 4)))
  return commits
}

export async function blameLine(
  root: string,
  asked: string,
  line: number,
  signal?: AbortSignalLike,
): Promise<BlamedLine> {
  const { relative: file } = await resolveInside(root, asked)
  if (!Number.isInteger(line) || line < 1) throw noSuchLine(file, line)
  const args = ['--porcelain', '--no-textconv', '-L', `${line},${line}`, '--', file]
  const result = await runGit(root, 'blame', args, { signal })
  if (result.code !== 0) {
    if (/has only \d+ lines?/.test(result.stderr)) throw noSuchLine(file, line)
    if (/no such path|no such ref: HEAD/.test(result.stderr)) {
      throw new FaultError(
        'file_not_found',
        `Git does not know ${shown(file)}: it was never committed.`,
        'Commit it first, then ask who wrote it.',
      )
    }
    throw gitFault(result)
  }
  return blamed(file, line, result.stdout.toString('utf8'))
}

function blamed(file: string, line: number, porcelain: string): BlamedLine {
  const lines = porcelain.split('\n')
  const hash = lines[0]?.split(' ')[0] ?? ''
  const field = (name: string): string =>
    lines.find((one) => one.startsWith(`${name} `))?.slice(name.length + 1) ?? ''
  const text =
    lines
      .find((one) => one.startsWith('\t'))
      ?.slice(1)
      .replace(/\r$/, '') ?? ''
  if (/^0+$/.test(hash)) return { file, line, text, uncommitted: true, commit: null }
  const date = isoDate(Number(field('author-time')), field('author-tz'))
  const commit = { hash, subject: field('summary'), author: field('author'), date }
  return { file, line, text, uncommitted: false, commit }
}

/** The time on the author's clock, in git's own date format. */
function isoDate(seconds: number, zone: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? ['', '+', '00', '00']
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const local = new Date((seconds + offset * 60) * 1000).toISOString().slice(0, 19)
  return `${local}${sign}${hours}:${minutes}`
}

function commitOf([hash = '', subject = '', author = '', date = '']: readonly string[]): Commit {
  return { hash: hash.trim(), subject, author, date }
}

/** A log fails if nothing has been committed, which is an answer, and without a repository, which is not. */
async function nothingYet<T>(
  root: string,
  log: CollectedProcess,
  nothing: T,
  signal?: AbortSignalLike,
): Promise<T> {
  const head = await runGit(root, 'rev-parse', ['--verify', '--quiet', 'HEAD'], { signal })
  const inside = await runGit(root, 'rev-parse', ['--is-inside-work-tree'], { signal })
  if (head.code !== 0 && inside.code === 0) return nothing
  throw gitFault(inside.code === 0 ? log : inside)
}

function noSuchLine(file: string, line: number): FaultError {
  return new FaultError('bad_request', `${shown(file)} has no line ${line}.`, 'Name a line of the file.')
}
