// The language of a file by its name, and of a language name that the user says. The ids are Monaco's where Monaco knows
// the language, otherwise the common name. Only this file knows them.
import { baseName } from '../../base/base-name.ts'

const BY_EXTENSION: Readonly<Record<string, string>> = spread({
  abap: 'abap',
  apex: 'cls trigger',
  bat: 'bat cmd',
  bicep: 'bicep',
  c: 'c h',
  clojure: 'clj cljs cljc edn',
  coffeescript: 'coffee',
  cpp: 'cpp cc cxx c++ hpp hh hxx h++ ino',
  csharp: 'cs csx',
  css: 'css',
  cypher: 'cypher cyp',
  dart: 'dart',
  diff: 'diff patch',
  dockerfile: 'dockerfile',
  elixir: 'ex exs',
  elm: 'elm',
  erlang: 'erl hrl',
  fortran: 'f f90 f95 f03 for',
  fsharp: 'fs fsi fsx',
  go: 'go',
  graphql: 'graphql graphqls gql',
  groovy: 'groovy gradle',
  handlebars: 'handlebars hbs',
  haskell: 'hs lhs',
  hcl: 'hcl tf tfvars',
  html: 'html htm xhtml',
  ini: 'ini cfg conf properties editorconfig',
  java: 'java',
  javascript: 'js mjs cjs jsx es6',
  json: 'json jsonc json5 geojson webmanifest map',
  julia: 'jl',
  kotlin: 'kt kts',
  less: 'less',
  liquid: 'liquid',
  lua: 'lua',
  makefile: 'mk mak',
  cmake: 'cmake',
  markdown: 'md markdown mdown mkdn mkd',
  mdx: 'mdx',
  nim: 'nim',
  nix: 'nix',
  'objective-c': 'm mm',
  ocaml: 'ml mli',
  pascal: 'pas pp',
  perl: 'pl pm',
  php: 'php php5 phtml',
  plaintext: 'txt text log',
  powershell: 'ps1 psm1 psd1',
  proto: 'proto',
  pug: 'pug jade',
  python: 'py pyi pyw',
  r: 'r rmd',
  razor: 'cshtml razor',
  restructuredtext: 'rst',
  ruby: 'rb rake gemspec ru',
  rust: 'rs',
  scala: 'scala sc sbt',
  scheme: 'scm ss rkt',
  scss: 'scss sass',
  shell: 'sh bash zsh fish ksh',
  sol: 'sol',
  sparql: 'rq sparql',
  sql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  systemverilog: 'sv svh',
  tcl: 'tcl',
  toml: 'toml',
  twig: 'twig',
  typescript: 'ts mts cts tsx',
  typespec: 'tsp',
  vb: 'vb',
  verilog: 'v vh',
  vue: 'vue',
  wgsl: 'wgsl',
  xml: 'xml xsd xsl xslt svg plist csproj fsproj vbproj props targets xaml storyboard',
  yaml: 'yaml yml',
  zig: 'zig',
})

const BY_NAME: Readonly<Record<string, string>> = spread({
  cmake: 'cmakelists.txt',
  dockerfile: 'dockerfile containerfile',
  go: 'go.mod go.work',
  ini: '.gitconfig .gitmodules .npmrc .editorconfig',
  json: '.prettierrc .eslintrc .babelrc composer.lock .swcrc',
  makefile: 'makefile gnumakefile',
  plaintext: 'license readme authors changelog notice .gitignore .dockerignore .gitattributes .npmignore',
  ruby: 'gemfile rakefile podfile vagrantfile brewfile fastfile',
  shell: '.bashrc .bash_profile .profile .zshrc .zprofile .env .envrc',
  toml: 'cargo.lock poetry.lock pipfile',
  python: 'sconstruct wscript',
  groovy: 'jenkinsfile',
  yaml: '.clang-format .clang-tidy',
})

/** Other names of languages; their file extensions work as well. */
const BY_OTHER_NAME: Readonly<Record<string, string>> = spread({
  cpp: 'cplusplus',
  csharp: 'c#',
  dockerfile: 'docker',
  fsharp: 'f#',
  go: 'golang',
  hcl: 'terraform',
  javascript: 'javascriptreact node',
  makefile: 'make',
  'objective-c': 'objc objectivec',
  proto: 'protobuf',
  powershell: 'pwsh',
  shell: 'console shellscript terminal',
  sol: 'solidity',
  typescript: 'typescriptreact',
})

const IDS: ReadonlySet<string> = new Set([...Object.values(BY_EXTENSION), ...Object.values(BY_NAME)])

/** The language the user means: by its id, another name, or a file extension. */
export function languageNamed(name: string): string | undefined {
  const key = name.trim().toLowerCase()
  return IDS.has(key) ? key : (lookUp(BY_OTHER_NAME, key) ?? lookUp(BY_EXTENSION, key))
}

export function languageOfFile(file: string): string | undefined {
  const name = baseName(file).toLowerCase()
  const dot = name.lastIndexOf('.')
  // The first part decides: `Dockerfile.dev`, `.env.local`.
  const first = name.slice(0, name.indexOf('.', 1) === -1 ? undefined : name.indexOf('.', 1))
  return (
    lookUp(BY_NAME, name) ??
    (dot > 0 ? lookUp(BY_EXTENSION, name.slice(dot + 1)) : undefined) ??
    (first !== name ? lookUp(BY_NAME, first) : undefined)
  )
}

const TEST_WORDS = 'test tests spec specs __tests__ testdata fixture fixtures mock mocks fake fakes'.split(
  ' ',
)
const TEST = new RegExp(`(?:^|[/._-])(?:${TEST_WORDS.join('|')})(?:[/._-]|$)`, 'i')

/** Whether a file is for tests, by its name and folders. */
export const isTestFile = (file: string): boolean => TEST.test(file)

/** Globs for the files that `isTestFile` means, in lower case or capitalized. */
export const TEST_GLOBS: readonly string[] = TEST_WORDS.flatMap((word) => [
  word,
  word.charAt(0).toUpperCase() + word.slice(1),
]).flatMap((word) => [word, `${word}[._-]*`, `*[._-]${word}`, `*[._-]${word}[._-]*`])

const ASIDE =
  /(?:^|\/)(?:tests?|spec|__tests__|fixtures?|vendor|third_party|examples?|samples?|demos?|scripts?|build|bench(?:marks?)?)\/|[._-](?:test|spec)\./i

/** Whether a file stands beside what the project is about: tests, examples, scripts, measurements, code of others. */
export const isAsideFile = (file: string): boolean => ASIDE.test(file)

const DOCUMENT_LANGUAGES = new Set(['markdown', 'mdx', 'restructuredtext', 'plaintext'])

/** Whether a file is text for people: it explains code and calls nothing. */
export const isDocumentFile = (file: string): boolean =>
  DOCUMENT_LANGUAGES.has(languageOfFile(file) ?? '') || /\.adoc$/i.test(file)

/** Whether the viewer renders this file as a document. */
export function isMarkdownFile(file: string): boolean {
  return languageOfFile(file) === 'markdown'
}

/** A file may be called `constructor`, so only own keys count. */
function lookUp(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

function spread(table: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([language, keys]) => keys.split(' ').map((key) => [key, language])),
  )
}
