// A file that git does not know yet, as a diff that adds it. Made here, since git wants a process for each.
import { lstat, readlink } from 'node:fs/promises'
import path from 'node:path'
import { quoteDiffPath } from '../../core/interceptors/quote-diff-path.ts'
import { FaultError } from '../../shared/errors.ts'
import { replacedText } from './diff-texts.ts'
import { readText } from './read-text.ts'

/** The diff of one new file, or the empty text where it is gone again or no file. */
export async function additionDiff(root: string, file: string): Promise<string> {
  const absolute = path.join(root, file)
  const stats = await lstat(absolute).catch(() => null)
  if (stats?.isSymbolicLink()) {
    // Git keeps a link as the path it names. What it leads to is not read.
    const target = await readlink(absolute).catch(() => null)
    return target === null ? '' : addition(file, '120000', target)
  }
  if (!stats?.isFile()) return ''
  const mode = (stats.mode & 0o111) === 0 ? '100644' : '100755'
  try {
    return await addition(file, mode, (await readText(root, file)).text)
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    // Not text, too large or not ours to read: that it is new can be said all the same.
    return `${head(file, mode)}Binary files /dev/null and ${quoteDiffPath(`b/${file}`)} differ\n`
  }
}

async function addition(file: string, mode: string, text: string): Promise<string> {
  if (text === '') return head(file, mode)
  return `${head(file, mode)}--- /dev/null\n+++ ${quoteDiffPath(`b/${file}`)}\n${await replacedText('', text)}`
}

function head(file: string, mode: string): string {
  return `diff --git ${quoteDiffPath(`a/${file}`)} ${quoteDiffPath(`b/${file}`)}\nnew file mode ${mode}\n`
}
