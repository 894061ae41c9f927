// Finds the real file behind a path, and refuses whatever is not inside the workspace: no `..`, no absolute path
// elsewhere and no symbolic link leads out of the folder the person opened.
import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import { FaultError } from '../../shared/errors.ts'

export interface InsidePath {
  /** The real path on disk, links followed. */
  absolute: string
  /** As it was asked for, relative to the root, with forward slashes. */
  relative: string
}

/** `root` must be a real path itself. */
export async function resolveInside(root: string, asked: string): Promise<InsidePath> {
  if (asked.includes('\0')) throw fileNotFound(asked)
  const lexical = path.resolve(root, asked)
  const real = await realpath(lexical).catch(() => null)
  if (real === null) {
    // Whether something outside exists is nobody's business: only a place that would be inside is called missing.
    if (!isInside(root, await realAncestor(lexical))) throw outsideWorkspace(asked)
    throw fileNotFound(asked)
  }
  if (!isInside(root, real)) throw outsideWorkspace(asked)
  return { absolute: real, relative: slashed(path.relative(root, isInside(root, lexical) ? lexical : real)) }
}

/**
 * The real place of a file that may not exist yet, or any more. Its parents are followed as far as they exist; a link that
 * leads nowhere is refused, since writing through it would make whatever it names.
 */
export async function resolvePlace(root: string, asked: string): Promise<InsidePath> {
  if (asked.includes('\0')) throw fileNotFound(asked)
  const lexical = path.resolve(root, asked)
  const missing: string[] = []
  for (let at = lexical; ; at = path.dirname(at)) {
    const real = await realpath(at).catch(() => null)
    if (real !== null) {
      const absolute = path.join(real, ...missing)
      if (!isInside(root, absolute)) throw outsideWorkspace(asked)
      const way = isInside(root, lexical) ? lexical : absolute
      return { absolute, relative: slashed(path.relative(root, way)) }
    }
    const dangling = await lstat(at).then(
      () => true,
      () => false,
    )
    if (dangling || at === path.dirname(at)) throw outsideWorkspace(asked)
    missing.unshift(path.basename(at))
  }
}

/** The nearest folder above that exists, as it really is. */
async function realAncestor(missing: string): Promise<string> {
  for (let at = path.dirname(missing); ; at = path.dirname(at)) {
    const real = await realpath(at).catch(() => null)
    if (real !== null || at === path.dirname(at)) return real ?? at
  }
}

export function isInside(root: string, target: string): boolean {
  const way = path.relative(root, target)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

function slashed(way: string): string {
  return path.sep === '/' ? way : way.replaceAll(path.sep, '/')
}

export function fileNotFound(asked: string): FaultError {
  return new FaultError(
    'file_not_found',
    `There is no file ${shown(asked)} in the open folder.`,
    'Check the name, or search for it.',
  )
}

function outsideWorkspace(asked: string): FaultError {
  return new FaultError(
    'outside_workspace',
    `${shown(asked)} is outside the open folder.`,
    'Open the folder it is in first.',
  )
}

/** A name fit for a message: one line, of bearable length. */
export function shown(asked: string): string {
  const line = asked.replace(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > 200 ? `…${line.slice(-200)}` : line
}
