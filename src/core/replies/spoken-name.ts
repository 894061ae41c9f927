// A file's name as somebody would say it: "session manager" for src/agent/session-manager.ts. Folders are never read out.
import { baseName } from '../base-name.ts'

const MAX_SPOKEN = 60

export function spokenName(file: string): string {
  const name = baseName(file)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name.replace(/^\.+/, '')
  const words = stem
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[-_.\s]+/)
    .filter((word) => word !== '')
  // A lone word says too little: "package.json" is a file, "package" could be anything.
  const spoken = words.length > 1 ? words.map(calmed).join(' ') : name.replace(/^\.+/, '')
  return spoken === '' || spoken.length > MAX_SPOKEN ? 'the file' : spoken
}

/** "Session" is lowered, "README" and "HTTP" are kept. */
const calmed = (word: string): string => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word)
