// The folder that is requested from outside: as an argument, by “Open with”, or by a parley:// link. Any web page can contain
// such a link, so Parley asks the user before it follows one.
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { visibleLine } from '../../base/visible-text.ts'

export interface RequestedFolder {
  path: string
  byLink: boolean
}

const SCHEME = 'parley:'
const MAX_LENGTH = 4096
/** Longer paths are shortened in the middle, so that the question fits on any screen. */
const MAX_SHOWN = 160

/** The folder an argument names; null if Parley does not open it. */
export function requestedFolder(argument: string, workingFolder: string): RequestedFolder | null {
  if (argument === '' || argument.length > MAX_LENGTH || argument.includes('\0')) return null
  if (/^parley:/i.test(argument)) return linkedFolder(argument)
  if (/^file:/i.test(argument)) return fileUrlFolder(argument)
  return { path: resolve(workingFolder, argument), byLink: false }
}

/** `parley://open?folder=/the/folder`, with the path of a folder on this computer. */
function linkedFolder(link: string): RequestedFolder | null {
  if (!URL.canParse(link)) return null
  const { protocol, hostname, searchParams } = new URL(link)
  const path = searchParams.get('folder')
  if (protocol !== SCHEME || hostname !== 'open' || path === null) return null
  // A path with a control character, such as a line break, could disguise itself in the question.
  // Looking at a share would already tell another computer who the user is.
  if (!isAbsolute(path) || CONTROL.test(path) || isShare(path) || isShare(resolve(path))) return null
  return { path: resolve(path), byLink: true }
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f-\x9f\u2028\u2029]/

/** `\\server\share`, and every other path of Windows that begins with two slashes. */
const isShare = (path: string): boolean => /^[\\/]{2}/.test(path)

/** The question before a link opens a folder. The path is one line, and nothing in it is hidden. */
export const linkQuestion = (path: string): string =>
  `A link asks Parley to open\n${visibleLine(path, MAX_SHOWN)}`

/** The form file managers on Linux use. */
function fileUrlFolder(url: string): RequestedFolder | null {
  try {
    // A URL with a host is a share on another computer.
    return new URL(url).hostname === '' ? { path: fileURLToPath(url), byLink: false } : null
  } catch {
    return null
  }
}
