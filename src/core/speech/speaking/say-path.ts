// Files, folders and addresses: the base name with "dot" as developers say it, the host of an address, and never a
// slash.
import { cardinalWords } from './number-words.ts'
import { sayIdentifier } from './say-identifier.ts'

/** Known file extensions. */
const ENDINGS =
  'ts tsx mts cts js jsx mjs cjs json jsonc json5 md mdx py pyi go rs rb java kt kts swift c h cc cpp hpp cs php sh bash zsh fish ps1 bat css scss less html htm xml yml yaml toml ini cfg conf lock txt sql vue svelte env log csv tsv svg png jpg jpeg gif webp ico pdf wav mp3 mp4 zip gz tgz tar wasm onnx bin exe dll so dylib proto graphql tf ipynb lua pl r jl ex exs erl hs clj scala dart nim zig map snap patch diff gradle properties plist editorconfig gitignore gitattributes npmrc nvmrc'
const KNOWN = new Set(ENDINGS.split(' '))

export const isFileName = (name: string): boolean => {
  const ending = /^[\w@~%+-][\w.@~%+[\]()-]*\.(\w{1,14})$|^\.(\w[\w.-]{1,20})$/.exec(name)
  if (!ending) return false
  if (ending[2] !== undefined)
    return /^(?:env|git|npm|nvm|eslint|prettier|editor|docker|babel|bash|zsh|vim|ssh|cache|vscode|github|config|profile|gitignore)/.test(
      ending[2],
    )
  return KNOWN.has((ending[1] ?? '').toLowerCase())
}

/** A file name: "config dot T S". */
export function sayFileName(name: string): string {
  return name
    .split('.')
    .map((part, at) => `${at === 0 ? '' : 'dot '}${part === '*' ? 'star' : sayIdentifier(part)}`)
    .join(' ')
    .trim()
}

/** "config.ts:42:7": the line is said, the column is not. */
const PLACE = /^(.*?):(\d{1,6})(?::\d{1,6})?(?:[-\u2013](\d{1,6}))?$/
const LINES_OF_HUB = /^(.*?)#L(\d{1,6})(?:-L(\d{1,6}))?$/

/** The last part of a path, with the line where there is one. */
export function sayPath(path: string): string {
  const place = PLACE.exec(path) ?? LINES_OF_HUB.exec(path)
  const [, bare = path, from, to] = place ?? ([] as string[])
  const parts = bare
    .split(/[\\/]+/)
    .filter((part) => part !== '' && part !== '.' && part !== '..' && part !== '~')
  const last = parts.at(-1) ?? ''
  // The last part of a pattern such as "**/*" alone says nothing.
  const name = /^\*+$/.test(last)
    ? sayFileName(parts.findLast((part) => !/^\*+$/.test(part)) ?? 'everything')
    : sayFileName(last)
  const said = name === '' ? (/^[./\\]+$/.test(bare) ? 'the folder' : '') : name
  if (from === undefined) return said
  const lines =
    to === undefined ? `line ${cardinalWords(from)}` : `lines ${cardinalWords(from)} to ${cardinalWords(to)}`
  return `${said} ${lines}`.trim()
}

/** Whether a token with slashes is a path and not two words. */
export function isPath(token: string): boolean {
  if (/^(?:\.{0,2}|~|[A-Za-z]:)[\\/]/.test(token)) return true
  if (/^@[\w-]{1,50}\/[\w.-]{1,80}$/.test(token)) return false
  const bare = token.replace(/:\d+(?::\d+)?$/, '')
  const parts = bare.split(/[\\/]/)
  if (parts.length < 2) return false
  if (parts.length > 2 && parts.every((part) => /^[\w.*@~%+[\]()-]*$/.test(part))) return true
  return (
    isFileName(parts.at(-1) ?? '') ||
    parts.at(-1) === '' ||
    /^(?:src|lib|test|tests|spec|docs?|dist|build|out|bin|app|apps|packages|node_modules|public|scripts|config|core|main|components|\.\w+)$/.test(
      parts[0] ?? '',
    )
  )
}

/** The host of an address. */
export function sayAddress(address: string): string {
  const [, host = '', port] =
    /^(?:[a-z][a-z0-9+.-]{0,15}:\/\/)?(?:[^/@\s]{0,200}@)?([^/:?#\s]{1,253})(?::(\d{1,5}))?/i.exec(address) ??
    []
  const bare = host.replace(/^www\./i, '')
  const said = /^\d+\.\d+\.\d+\.\d+$/.test(bare)
    ? bare === '127.0.0.1'
      ? 'this machine'
      : bare.split('.').map(cardinalWords).join(' dot ')
    : bare === 'localhost' || bare === '0.0.0.0'
      ? 'local host'
      : sayFileName(bare)
  if (said === '') return 'a link'
  return port === undefined ? said : `${said} port ${cardinalWords(port)}`
}
