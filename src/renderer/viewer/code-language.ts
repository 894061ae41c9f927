// Which of the editor's languages a piece of code is in, from what the agent calls it or from its file's name.
const byName: Record<string, string> = {
  bash: 'shell',
  c: 'cpp',
  'c#': 'csharp',
  'c++': 'cpp',
  cc: 'cpp',
  cjs: 'javascript',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  h: 'cpp',
  hpp: 'cpp',
  js: 'javascript',
  javascriptreact: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shell',
  svelte: 'html',
  terraform: 'hcl',
  text: 'plaintext',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  typescriptreact: 'typescript',
  vue: 'html',
  yml: 'yaml',
  zsh: 'shell',
}

const byExtension: Record<string, string> = {
  bat: 'bat',
  cfg: 'ini',
  cmd: 'bat',
  conf: 'ini',
  cts: 'typescript',
  cxx: 'cpp',
  env: 'ini',
  ex: 'elixir',
  exs: 'elixir',
  gql: 'graphql',
  gradle: 'kotlin',
  htm: 'html',
  hh: 'cpp',
  kts: 'kotlin',
  markdown: 'markdown',
  mts: 'typescript',
  pl: 'perl',
  proto: 'protobuf',
  ps1: 'powershell',
  pyi: 'python',
  sass: 'scss',
  svg: 'xml',
  tf: 'hcl',
  webmanifest: 'json',
  xhtml: 'html',
}

const byFileName: Record<string, string> = {
  '.babelrc': 'json',
  '.bashrc': 'shell',
  '.editorconfig': 'ini',
  '.gitconfig': 'ini',
  '.npmrc': 'ini',
  '.prettierrc': 'json',
  '.zshrc': 'shell',
  dockerfile: 'dockerfile',
  gemfile: 'ruby',
  jenkinsfile: 'java',
  rakefile: 'ruby',
}

const PLAIN = 'plaintext'

/** `known` are the languages the editor has; anything else is shown without colours. */
export function codeLanguage(
  named: string | undefined,
  file: string | undefined,
  known: (id: string) => boolean,
): string {
  const name = named?.trim().toLowerCase() ?? ''
  const base = (file?.split(/[/\\]/).at(-1) ?? '').toLowerCase()
  const extension = base.includes('.') ? base.slice(base.lastIndexOf('.') + 1) : ''
  const candidates = [
    byName[name] ?? name,
    byFileName[base] ?? (base.startsWith('dockerfile.') ? 'dockerfile' : ''),
    byExtension[extension] ?? byName[extension] ?? extension,
  ]
  return candidates.find((id) => id !== '' && known(id)) ?? PLAIN
}

/** The line of the shown text that bears the number `line`, or null when it is not among those shown. */
export function shownLine(line: number | undefined, startLine: number, lineCount: number): number | null {
  if (line === undefined) return null
  const shown = line - startLine + 1
  return shown >= 1 && shown <= lineCount ? shown : null
}
