// A folder of code, opened: the one door through which files, searches and git are reached.
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Workspace } from '../../core/ports.ts'
import { FaultError } from '../../shared/errors.ts'
import { findFiles } from './find-files.ts'
import { gitBranch } from './git.ts'
import { readText } from './read-text.ts'
import { shown } from './resolve-inside.ts'
import { searchText } from './search-text.ts'
import { workingChanges } from './working-changes.ts'

export async function openWorkspace(folder: string): Promise<Workspace> {
  const root = await realFolder(folder)
  return {
    root,
    name: path.basename(root) || root,
    readText: (file) => readText(root, file),
    search: (text, options) => searchText(root, text, options),
    findFiles: (name, options) => findFiles(root, name, options),
    workingChanges: (signal) => workingChanges(root, signal),
    branch: () => gitBranch(root),
  }
}

/** The root is a real path, or nothing could be said about what is inside it. */
async function realFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(path.resolve(folder))
    if ((await stat(root)).isDirectory()) return root
  } catch (error) {
    throw notAFolder(folder, error)
  }
  throw notAFolder(folder)
}

function notAFolder(folder: string, cause?: unknown): FaultError {
  return new FaultError(
    'not_a_folder',
    `${shown(folder)} is not a folder that can be opened.`,
    'Choose another one.',
    {
      cause,
    },
  )
}
