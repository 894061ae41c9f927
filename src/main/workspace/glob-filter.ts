// Which files a search is about, said as globs the way a .gitignore says them: `*.ts` anywhere, `src/**` from the root,
// `test/` for all that is below. Ripgrep's own would also bring back files that the project ignores.

export type FileFilter = (file: string) => boolean

export function globFilter(globs: { include?: readonly string[]; exclude?: readonly string[] }): FileFilter {
  const include = (globs.include ?? []).map(globPattern)
  const exclude = (globs.exclude ?? []).map(globPattern)
  return (file) =>
    (include.length === 0 || include.some((pattern) => pattern.test(file))) &&
    !exclude.some((pattern) => pattern.test(file))
}

function globPattern(glob: string): RegExp {
  const trimmed = glob.trim().replaceAll('\\', '/').replace(/^\.\//, '')
  // A glob that names no folder is about names; one that does is about the way from the root.
  const anchored = /\/(?!$)/.test(trimmed)
  const body = patternOf(trimmed.replace(/^\//, '').replace(/\/+$/, ''))
  // What matches a folder matches all that is below it.
  return new RegExp(`^${anchored ? '' : '(?:.*/)?'}${body}(?:/.*)?$`, 's')
}

function patternOf(glob: string): string {
  let pattern = ''
  let depth = 0
  for (let at = 0; at < glob.length; at++) {
    const sign = glob[at] as string
    if (glob.startsWith('**/', at)) {
      pattern += '(?:.*/)?'
      at += 2
    } else if (glob.startsWith('**', at)) {
      pattern += '.*'
      at += 1
    } else if (sign === '*') pattern += '[^/]*'
    else if (sign === '?') pattern += '[^/]'
    else if (sign === '[') {
      const set = /^\[([!^]?)([^\]/]+)\]/.exec(glob.slice(at))
      pattern += set ? `[${set[1] ? '^/' : ''}${(set[2] as string).replaceAll(/[\\^[]/g, '\\$&')}]` : '\\['
      at += set ? set[0].length - 1 : 0
    } else if (sign === '{' && glob.includes('}', at)) {
      pattern += '(?:'
      depth++
    } else if (sign === '}' && depth > 0) {
      pattern += ')'
      depth--
    } else if (sign === ',' && depth > 0) pattern += '|'
    else pattern += sign.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
  }
  return pattern + ')'.repeat(depth)
}
