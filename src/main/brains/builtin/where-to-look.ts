// "In this folder", "in python files", "in client.ts": as globs that a search understands.
import type { Scope } from '../../../core/intents/intent.ts'
import type { Turn } from './turn.ts'
import { fileInFront, noFile } from './which-file.ts'

/** Globs, or what to say where there is no such place. `rest` is what turned out to be no place at all. */
export async function scopeGlobs(
  scope: Scope,
  turn: Turn,
): Promise<{ include?: readonly string[]; rest?: string } | string> {
  if (scope.include) return { include: scope.include }
  if (scope.folder !== undefined) {
    if (scope.folder === 'this') {
      const file = fileInFront(turn)
      // With nothing in front, this folder is the one that is open.
      const folder = file === null || !file.includes('/') ? '' : file.slice(0, file.lastIndexOf('/'))
      return folder === '' ? {} : { include: [`${globbed(folder)}/**`] }
    }
    const folder = await folderNamed(scope.folder.name, turn)
    return folder === null
      ? 'I found no folder of that name. Try another, or leave it out.'
      : { include: [`${globbed(folder)}/**`] }
  }
  if (scope.file !== undefined) {
    const file = scope.file === 'this' ? fileInFront(turn) : await fileNamed(scope.file.name, turn)
    if (file !== null) return { include: [globbed(file)] }
    return scope.file === 'this'
      ? 'No file is in front of you. Open one first, or name it.'
      : noFile(scope.file.name)
  }
  if (scope.perhaps === undefined) return {}
  const file = await fileNamed(scope.perhaps, turn)
  if (file !== null) return { include: [globbed(file)] }
  const folder = await folderNamed(scope.perhaps, turn)
  return folder === null ? { rest: scope.perhaps } : { include: [`${globbed(folder)}/**`] }
}

async function fileNamed(name: string, turn: Turn): Promise<string | null> {
  const found = await turn.quietly((signal) => turn.tools.glob(name, { signal }))
  return found.ok ? found.value.best : null
}

/** The shallowest folder that is called so. */
export async function folderNamed(name: string, turn: Turn): Promise<string | null> {
  const found = await turn.quietly((signal) => turn.tools.folders({ signal }))
  if (!found.ok) return null
  const wanted = squash(name)
  if (wanted === '') return null
  return (
    found.value.find((folder) => squash(folder) === wanted) ??
    found.value.find((folder) => squash(folder.slice(folder.lastIndexOf('/') + 1)) === wanted) ??
    null
  )
}

const squash = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** From the root, and with signs of a glob that mean themselves. */
const globbed = (path: string): string => `/${path.replace(/[*?[{]/g, '[$&]')}`
