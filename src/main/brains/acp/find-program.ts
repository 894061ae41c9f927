// Finds programs without a shell, in the search path and where installers put them: an app that was not started from a
// terminal has a short search path. A program inside the open folder is never found by its name, because a repository could
// provide its own.
import { constants } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

export interface ProgramSearch {
  environment: NodeJS.ProcessEnv
  home: string
  platform: NodeJS.Platform
  /** The open folder, if there is one. */
  root: string | null
}

/** The absolute path of the program, or null. A name with a slash must be an absolute path. */
export async function findProgram(name: string, search: ProgramSearch): Promise<string | null> {
  const names = search.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`, name] : [name]
  // The user named this very file.
  if (/[/\\]/.test(name)) return path.isAbsolute(name) ? firstProgram(names) : null
  const root = search.root === null ? null : await realpath(search.root).catch(() => search.root)
  for (const folder of await searchedFolders(search)) {
    const found = await firstProgram(names.map((one) => path.join(folder, one)))
    if (found === null) continue
    // A link may lead into the open folder.
    const target = await realpath(found).catch(() => found)
    const isOwn = root !== null && [folder, found, target].some((place) => isInside(root, place))
    if (!isOwn) return found
  }
  return null
}

/** The folders in which programs are looked for, in order. */
export async function searchedFolders(search: ProgramSearch): Promise<string[]> {
  const own = pathEntries(search.environment).filter((folder) => path.isAbsolute(folder))
  return [...new Set([...own, ...(await usualFolders(search))])]
}

export const pathEntries = (environment: NodeJS.ProcessEnv): string[] =>
  (Object.entries(environment).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')

export function isInside(root: string, place: string): boolean {
  const way = path.relative(root, place)
  return way === '' || (!way.startsWith(`..${path.sep}`) && way !== '..' && !path.isAbsolute(way))
}

async function usualFolders({ environment, home, platform }: ProgramSearch): Promise<string[]> {
  const own = (name: string, ...rest: string[]): string[] => {
    const folder = environment[name]
    return folder !== undefined && path.isAbsolute(folder) ? [path.join(folder, ...rest)] : []
  }
  if (platform === 'win32')
    return [
      ...own('APPDATA', 'npm'),
      ...own('LOCALAPPDATA', 'Programs', 'goose'),
      ...own('LOCALAPPDATA', 'cursor-agent'),
      path.join(home, '.local', 'bin'),
      path.join(home, '.bun', 'bin'),
      path.join(home, '.cargo', 'bin'),
    ]
  return [
    path.join(home, '.local', 'bin'),
    ...own('NPM_CONFIG_PREFIX', 'bin'),
    path.join(home, '.npm-global', 'bin'),
    path.join(home, '.bun', 'bin'),
    path.join(home, '.cargo', 'bin'),
    path.join(home, '.opencode', 'bin'),
    path.join(home, '.volta', 'bin'),
    ...own('PNPM_HOME'),
    path.join(home, '.local', 'share', 'pnpm'),
    ...(await versions(path.join(home, '.nvm', 'versions', 'node'), 'bin')),
    ...(await versions(path.join(home, '.local', 'share', 'fnm', 'node-versions'), 'installation', 'bin')),
    '/opt/homebrew/bin',
    '/home/linuxbrew/.linuxbrew/bin',
    '/usr/local/bin',
    '/usr/bin',
  ]
}

/** The newest versions of Node that a version manager installed, newest first. */
async function versions(folder: string, ...rest: string[]): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .sort((a, b) => b.localeCompare(a, undefined, { numeric: true }))
    .slice(0, 20)
    .map((name) => path.join(folder, name, ...rest))
}

async function firstProgram(files: readonly string[]): Promise<string | null> {
  for (const file of files) {
    try {
      await access(file, constants.X_OK)
      if ((await stat(file)).isFile()) return file
    } catch {
      // Not there, or not a program.
    }
  }
  return null
}
