// Words that are not said as they are written, spelled so that English voices say them as developers do. Each was
// tested by ear. Keys are in lower case.

const SAID: ReadonlyMap<string, string> = new Map(
  Object.entries({
    arg: 'arg',
    args: 'args',
    async: 'ay sink',
    auth: 'auth',
    bool: 'bool',
    boolean: 'boo lee an',
    btn: 'button',
    cmd: 'command',
    ctrl: 'control',
    ctx: 'context',
    dirs: 'directories',
    dir: 'directory',
    dockerfile: 'docker file',
    eg: 'for example',
    enum: 'ee num',
    enums: 'ee nums',
    env: 'env',
    err: 'error',
    esc: 'escape',
    eslint: 'E S lint',
    etc: 'et cetera',
    fn: 'function',
    fs: 'F S',
    func: 'function',
    gitignore: 'git ignore',
    github: 'git hub',
    gitlab: 'git lab',
    ie: 'that is',
    impl: 'implementation',
    int: 'int',
    ios: 'I O S',
    javascript: 'java script',
    jpeg: 'jay peg',
    json: 'jason',
    jsonc: 'jason C',
    jsx: 'J S X',
    kubectl: 'cube control',
    kwargs: 'keyword args',
    makefile: 'make file',
    mdx: 'M D X',
    middleware: 'middle ware',
    mkdir: 'make dir',
    msg: 'message',
    nginx: 'engine X',
    nodejs: 'node J S',
    npm: 'N P M',
    npx: 'N P X',
    num: 'num',
    oauth: 'oh auth',
    ok: 'okay',
    param: 'param',
    params: 'params',
    pkg: 'package',
    pnpm: 'P N P M',
    postgres: 'post gress',
    postgresql: 'post gress',
    prev: 'previous',
    ptr: 'pointer',
    readme: 'reed me',
    regex: 'reg ex',
    regexes: 'reg exes',
    regexp: 'reg exp',
    repo: 'reepo',
    repos: 'reepos',
    req: 'request',
    res: 'res',
    sqlite: 'S Q lite',
    src: 'source',
    stderr: 'standard error',
    stdin: 'standard in',
    stdio: 'standard I O',
    stdout: 'standard out',
    str: 'string',
    struct: 'struct',
    sudo: 'soo doo',
    tmp: 'temp',
    todo: 'to do',
    todos: 'to dos',
    toml: 'tom mull',
    tsconfig: 'T S config',
    tuple: 'too pull',
    tuples: 'too pulls',
    txt: 'text',
    typescript: 'type script',
    utils: 'utils',
    vite: 'veet',
    vitest: 'vee test',
    vs: 'versus',
    vscode: 'V S code',
    webpack: 'web pack',
    webgl: 'web G L',
    wasm: 'wasum',
    wifi: 'why fy',
    yaml: 'yamul',
    yml: 'yamul',
    zsh: 'Z shell',
  }),
)

/** Spelled letter by letter, in any case. */
const SPELLED = new Set(
  'ai api apis es ascii aws cd ci cli cpu cpus crud css csv cors dns dom dsl esm fps ftp gcc gpu gpus gui hmr html http https ide ides id ids io ip ipc jpg js jvm jwt lgtm llm llms lsp lts mcp md mr ms nas nfs nlp npc oop orm os pdf php png pr prs py qa rb rdbms rgb rpc rs rss rtf rx sdk sh sha sla smtp sql sse ssh ssl ssr stt svg tcp tdd tls toc ts tsx tts tui tv ui uid uri url urls usb utc utf ux vcs vm vpn wav xml xhr cjs mjs pid cwd db'.split(
    ' ',
  ),
)
/** Spelled only in capitals: in lower case they are words or units. */
const WORDS_IN_LOWER_CASE = new Set([
  'ai',
  'id',
  'ids',
  'io',
  'ms',
  'os',
  'pr',
  'mr',
  'nas',
  'sh',
  'rs',
  'rx',
  'cd',
])
const SPELLED_EITHER_WAY = new Set(['id', 'ids', 'io', 'os', 'pr', 'ai', 'cd'])

const PLURALS = new Set(['apis', 'cpus', 'gpus', 'ides', 'ids', 'llms', 'prs', 'urls'])

/** Short words that are sometimes in capitals for emphasis. */
const LOUD = new Set(
  'a add all am an and any are as ask at bad be big but by can did do end far few for get go got had has her him his how if in is it its key let log low man map may me my new no nor not now of off old on one only or our out own per put ran raw red run saw say see set she so than the them then they this to too top two up use via was way we who why will with yes yet you read file list make must never none null note open page part path pass save show skip some stop sure take test text that time true type very wait want warn what when word work fail done data bug fix'.split(
    ' ',
  ),
)

const letters = (word: string): string => word.toUpperCase().split('').join(' ')

/** Without a vowel, it cannot be said as a word. */
const unsayable = (word: string): boolean => !/[aeiouy]/i.test(word)

/** One word of letters. Its case matters: "US" is spelled, "us" is not. */
export function sayWord(word: string): string {
  const lower = word.toLowerCase()
  const capitals = word.length > 1 && word === word.toUpperCase()
  if (word.length === 1) return /[ai]/i.test(word) ? word : word.toUpperCase()
  const said = SAID.get(lower)
  if (said !== undefined) return said
  if (SPELLED.has(lower) && (capitals || SPELLED_EITHER_WAY.has(lower) || !WORDS_IN_LOWER_CASE.has(lower)))
    return PLURALS.has(lower) ? `${letters(lower.slice(0, -1))}'s` : letters(lower)
  // "APIs", "PRs".
  if (/^[A-Z]{2,4}s$/.test(word)) return `${letters(word.slice(0, -1))}'s`
  if (capitals && !LOUD.has(lower) && (word.length <= 3 || unsayable(word))) return spelledOrLong(word)
  if (unsayable(word) && word.length > 1 && !/^(?:hmm+|mm+|shh+|psst|nth)$/i.test(word))
    return spelledOrLong(word)
  return capitals ? lower : word
}

const spelledOrLong = (word: string): string => (word.length <= 6 ? letters(word) : 'a long name')
