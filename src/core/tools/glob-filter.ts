// Which files a search covers, as globs in the way of a .gitignore: `*.ts` anywhere, `src/**` from the root, `test/` for
// everything below. Ripgrep's own globs would also include files that the project ignores.
import picomatch from 'picomatch'

const OPTIONS = { dot: true, nonegate: true, noextglob: true, posix: true }

export function globFilter(globs: {
  include?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
}): (file: string) => boolean {
  const { include = [], exclude = [] } = globs
  const included = include.length === 0 ? () => true : picomatch(include.flatMap(patternsOf), OPTIONS)
  const excluded = exclude.length === 0 ? () => false : picomatch(exclude.flatMap(patternsOf), OPTIONS)
  return (file) => included(file) && !excluded(file)
}

function patternsOf(glob: string): string[] {
  const trimmed = glob.trim().replaceAll('\\', '/').replace(/^\.\//, '')
  // A glob without a folder matches names anywhere; one with a folder is relative to the root.
  const isAnchored = /\/(?!$)/.test(trimmed)
  const body = trimmed
    .replace(/^\//, '')
    .replace(/\/+$/, '')
    .replace(/[()|+@]|\{(?![^]*\})/g, '\\$&')
  const pattern = isAnchored ? body : `**/${body}`
  // What matches a folder matches everything below it.
  return [pattern, `${pattern}/**`]
}
