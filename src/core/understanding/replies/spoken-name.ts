// A file name as people say it: "session manager" for src/agent/session-manager.ts. Folders are not spoken.
import { baseName } from '../../../base/base-name.ts'

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
  // One word alone says too little: "package.json" is a file, "package" could be anything.
  const spoken = words.length > 1 ? words.map(lowered).join(' ') : name.replace(/^\.+/, '')
  return spoken === '' || spoken.length > MAX_SPOKEN ? 'the file' : spoken
}

/** Lowers "Session", keeps "README" and "HTTP". */
const lowered = (word: string): string => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word)
