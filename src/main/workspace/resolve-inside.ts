// Finds the real file behind a path, and refuses everything outside the workspace: no `..`, no absolute path elsewhere and
// no symbolic link leads out of the open folder.
import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import { FaultError } from '../../shared/errors.ts'

export interface InsidePath {
  /** The open folder. */
  root: string
  /** The real path on disk, links followed. */
  absolute: string
  /** As requested, relative to the root, with forward slashes. */
  relative: string
}

/** `root` must be a real path itself. */
export async function resolveInside(root: string, asked: string): Promise<InsidePath> {
  if (asked.includes('\0')) throw fileNotFound(asked)
  const lexical = path.resolve(root, asked)
  const real = await realpath(lexical).catch(() => null)
  if (real === null) {
    // A caller must not learn whether something outside exists: only a path that would be inside is reported missing.
    if (!isInside(root, await realAncestor(lexical))) throw outsideWorkspace(asked)
    throw fileNotFound(asked)
  }
  if (!isInside(root, real)) throw outsideWorkspace(asked)
  return {
    root,
    absolute: real,
    relative: slashed(path.relative(root, isInside(root, lexical) ? lexical : real)),
  }
}

/**
 * The real path of a file that may not exist. Parents are followed as far as they exist. A link that leads nowhere is
 * refused, since writing through it would create its target.
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
      return { root, absolute, relative: slashed(path.relative(root, way)) }
    }
    const dangling = await lstat(at).then(
      () => true,
      () => false,
    )
    if (dangling || at === path.dirname(at)) throw outsideWorkspace(asked)
    missing.unshift(path.basename(at))
  }
}

/** The real path of the nearest existing folder above. */
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

/** A name for a message: one line of reasonable length. */
export function shown(asked: string): string {
  const line = asked.replace(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > 200 ? `…${line.slice(-200)}` : line
}
