// Opens a folder of code: all access to its files, searches and git goes through here.
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Workspace } from '../../core/ports/workspace.ts'
import { AUTO_EDITOR } from '../../shared/editors.ts'
import { FaultError } from '../../shared/errors.ts'
import type { Settings } from '../../shared/settings.ts'
import { createBranchWatch, branchNames } from './branches.ts'
import { compareBranches, workingChanges } from './git-diff.ts'
import { diffTexts } from './diff-texts.ts'
import { createFileWriter } from './file-writer.ts'
import { findFiles, lineCounts, listFiles } from './list-files.ts'
import { gitBranch } from './git.ts'
import { blameLine, fileLog, lastCommit } from './git-history.ts'
import { gitStatus } from './git-status.ts'
import { installedPackages } from './installed-packages.ts'
import { projectCommands, projectScripts } from './project-commands.ts'
import { runCommand } from './run-command.ts'
import { openInEditor } from './open-editor.ts'
import { createIndexClient } from './index-client.ts'
import { databaseFor } from './index-database.ts'
import { readImage, readText } from './read-file.ts'
import { readLines } from './read-lines.ts'
import { serverCommands } from './server-commands.ts'
import { resolveInside, resolvePlace, shown } from './resolve-inside.ts'
import { searchText } from './search-text.ts'

/** `indexFolder` is where the indexes of all workspaces are kept between starts; without it, the index is in memory. */
export async function openWorkspace(
  folder: string,
  indexFolder?: string,
  editor: () => Settings['editor'] = () => AUTO_EDITOR,
): Promise<Workspace> {
  const root = await realFolder(folder)
  const index = createIndexClient(root, indexFolder === undefined ? null : databaseFor(root, indexFolder))
  const branches = createBranchWatch(root)
  return {
    root,
    name: path.basename(root) || root,
    readText: (file) => readText(root, file),
    readLines: (file, options) => readLines(root, file, options),
    readImage: (file) => readImage(root, file),
    search: (text, options) => searchText(root, text, options),
    findFiles: (name, options) => findFiles(root, name, options),
    listFiles: (options) => listFiles(root, options),
    lineCounts: (options) => lineCounts(root, options ?? {}),
    startIndex: () => index.start(),
    indexState: () => index.state(),
    onIndexState: (listener) => index.onState(listener),
    async symbols(query, { signal, file, ...options }) {
      const only = file === undefined ? {} : { file: (await resolveInside(root, file)).relative }
      return index.symbols({ query, ...options, ...only }, signal)
    },
    passages: (question, { limit, signal }) => index.passages(question, limit, signal),
    symbolsNamed: (names) => index.named(names),
    symbolNames: (limit) => index.names(limit),
    branchNames: (limit) => branchNames(root, limit),
    longestFunctions: ({ limit, include, signal }) => index.longest({ limit, include }, signal),
    async outline(asked) {
      const { file, text } = await readText(root, asked)
      return index.outline(file, text)
    },
    outlineOf: async (file, text) => index.outline((await resolvePlace(root, file)).relative, text),
    diffTexts: async (file, before, after, options) =>
      diffTexts((await resolvePlace(root, file)).relative, before, after, options?.signal),
    workingChanges: (options) => workingChanges(root, options),
    compare: (from, to, options) => compareBranches(root, from, to, options),
    branch: () => gitBranch(root),
    onBranch: (listener) => branches.onBranch(listener),
    onChange(listener) {
      const subscriptions = [index.onChange(listener), branches.onChange(listener)]
      return () => subscriptions.forEach((unsubscribe) => unsubscribe())
    },
    gitStatus: (options) => gitStatus(root, options?.signal),
    lastCommit: (options) => lastCommit(root, options?.signal),
    blameLine: (file, line, options) => blameLine(root, file, line, options?.signal),
    fileLog: (file, limit, options) => fileLog(root, file, limit, options?.signal),
    runCommand: (command, options) => runCommand(root, command, options),
    projectCommands: () => projectCommands(root),
    projectScripts: () => projectScripts(root),
    installedPackages: (names) => installedPackages(root, names),
    serverCommands: () => serverCommands(root),
    openInEditor: (request) => openInEditor(root, request, { chosen: editor() }),
    ...createFileWriter(root, index.changed),
    close() {
      branches.close()
      return index.close()
    },
  }
}

/** The root must be a real path to decide what is inside it. */
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
    `${shown(folder)} is not a folder Parley can open.`,
    'Choose another one.',
    {
      cause,
    },
  )
}
