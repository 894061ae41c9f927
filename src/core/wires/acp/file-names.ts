// Which files a tool call is about. Agents name them in places of their own, as absolute paths or relative ones.
import type { ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk'
import { type Fields, filledField, PATH_KEYS } from '../../artifacts/tool-fields.ts'

/** More than one call changes in practice; what comes after is not followed. */
const MAX_FILES = 50

/** Whether a call names more files than are followed, so that nobody sees all of them. */
export const namesTooMany = (call: NamedIn): boolean => namedPaths(call, MAX_FILES + 1).length > MAX_FILES

const FILE_KEYS = [
  ...PATH_KEYS,
  'filepath',
  'filename',
  'fileName',
  'abs_path',
  'absolute_path',
  'target_file',
  'notebook_path',
] as const
const MOVE_KEYS = [
  'source',
  'destination',
  'from',
  'to',
  'old_path',
  'new_path',
  'oldPath',
  'newPath',
] as const

/** A path relative to the folder, with forward slashes; null if it is outside, or the folder itself. */
export function fileInside(root: string, path: string): string | null {
  const folder = slashed(root).replace(/\/+$/, '')
  const wanted = slashed(withoutScheme(path))
  const isAbsolute = /^(?:\/|[A-Za-z]:\/)/.test(wanted)
  const prefix = `${folder}/`
  if (isAbsolute && !sameCase(wanted, folder).startsWith(sameCase(prefix, folder))) return null
  const parts: string[] = []
  for (const part of (isAbsolute ? wanted.slice(prefix.length) : wanted).split('/')) {
    if (part === '..' && parts.pop() === undefined) return null
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.length === 0 ? null : parts.join('/')
}

/** The path as the user knows it: relative inside the folder, otherwise as it was given. */
export const shownPath = (root: string, path: string): string => fileInside(root, path) ?? path

const slashed = (path: string): string =>
  /^[A-Za-z]:\\|^\\\\|^[^/]*\\/.test(path) ? path.replaceAll('\\', '/') : path

/** Windows does not tell upper from lower case. */
const sameCase = (path: string, folder: string): string =>
  /^[A-Za-z]:/.test(folder) ? path.toLowerCase() : path

function withoutScheme(path: string): string {
  if (!path.startsWith('file://')) return path
  try {
    return decodeURIComponent(path.slice('file://'.length)).replace(/^\/(?=[A-Za-z]:\/)/, '')
  } catch {
    return path
  }
}

interface NamedIn {
  kind: string
  input: Fields
  content: readonly ToolCallContent[]
  locations: readonly ToolCallLocation[]
}

/** Every path the call names, as it was given. */
export function namedPaths({ kind, input, content, locations }: NamedIn, max = MAX_FILES): string[] {
  const paths = new Set<string>()
  const add = (path: unknown): void => {
    if (typeof path === 'string' && path !== '' && path.length <= 4096 && paths.size < max) paths.add(path)
  }
  for (const part of content) if (part.type === 'diff') add(part.path)
  add(filledField(input, FILE_KEYS))
  if (kind === 'move') for (const key of MOVE_KEYS) add(input[key])
  const edits: unknown = input['edits']
  if (Array.isArray(edits))
    for (const edit of edits.slice(0, 10 * max)) if (isFields(edit)) add(filledField(edit, FILE_KEYS))
  const changes = input['changes']
  if (isFields(changes)) for (const path of Object.keys(changes).slice(0, max)) add(path)
  for (const [, path] of (filledField(input, ['input', 'patch']) ?? '')
    .slice(0, 200_000)
    .matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm))
    add(path?.trim())
  for (const { path } of locations) add(path)
  return [...paths]
}

export const pathIn = (input: Fields): string | undefined => filledField(input, FILE_KEYS)

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
