// The folder that somebody outside asked for: after the command, by “Open with”, or by a parley:// link. Any web page can
// have such a link, so it is known which it was, and the person is asked first.
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface AskedFolder {
  path: string
  byLink: boolean
}

const SCHEME = 'parley:'
const LONGEST = 4096

/** What a word on the command line asks for; null where it is not a folder Parley would open. */
export function askedFolder(word: string, workingFolder: string): AskedFolder | null {
  if (word === '' || word.length > LONGEST || word.includes('\0')) return null
  if (/^parley:/i.test(word)) return linkedFolder(word)
  if (/^file:/i.test(word)) return ownFile(word)
  return { path: resolve(workingFolder, word), byLink: false }
}

/** `parley://open?folder=/the/folder`, with the path of a folder of this computer. */
function linkedFolder(link: string): AskedFolder | null {
  if (!URL.canParse(link)) return null
  const { protocol, hostname, searchParams } = new URL(link)
  const path = searchParams.get('folder')
  if (protocol !== SCHEME || hostname !== 'open' || path === null) return null
  // A share on another computer would be told who we are by merely being looked at.
  if (!isAbsolute(path) || /^[\\/]{2}/.test(path) || path.includes('\0')) return null
  return { path: resolve(path), byLink: true }
}

/** As the file managers of Linux name a folder. */
function ownFile(url: string): AskedFolder | null {
  try {
    return { path: fileURLToPath(url), byLink: false }
  } catch {
    return null
  }
}
