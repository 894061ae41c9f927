// What people say, and what each must be understood as. The first group is what the grammar was written with; the second
// was written after it, to see what it had not been told.
import { describe, expect, it } from 'vitest'
import type { Intent } from '../../../../src/core/intents/intent.ts'
import { understand } from '../../../../src/core/intents/understand.ts'

type Row = readonly [said: string, intent: Intent]

const view = (action: Extract<Intent, { kind: 'view' }>['action']): Intent => ({ kind: 'view', action })
const open = (target: string, line?: number, endLine?: number): Intent => ({
  kind: 'open',
  target,
  ...(line !== undefined && { line }),
  ...(endLine !== undefined && { endLine }),
})
const beyond = (what: Extract<Intent, { kind: 'beyond' }>['what']): Intent => ({ kind: 'beyond', what })
const choose = (number: number): Intent => ({ kind: 'choose', number })
const find = (text: string, more: Partial<Extract<Intent, { kind: 'find' }>> = {}): Intent => ({
  kind: 'find',
  text,
  ...more,
})
const usages = (name: string, more: Partial<Extract<Intent, { kind: 'usages' }>> = {}): Intent => ({
  kind: 'usages',
  name,
  ...more,
})
const define = (name: string): Intent => ({ kind: 'define', name })
const explain = (name: string): Intent => ({ kind: 'explain', what: { name } })
const run = (purpose: 'test' | 'lint' | 'build'): Intent => ({ kind: 'run', purpose })
const command = (words: string): Intent => ({ kind: 'command', command: words })
const changes = (more: Partial<Extract<Intent, { kind: 'changes' }>> = {}): Intent => ({
  kind: 'changes',
  ...more,
})

/** The recorded commands, word for word. */
const recorded: readonly Row[] = [
  ['open the file session manager dot ts', open('session manager.ts')],
  ['find where the token is validated', find('token validat', { how: 'words' })],
  ['show me the diff of the last edit', changes({ of: 'edit' })],
  ['run the tests', run('test')],
  ['go to line forty two', { kind: 'line', line: 42 }],
  ['undo the last change', { kind: 'undo' }],
  [
    'rename this function to parse config',
    { kind: 'rename', from: 'this', to: 'parse config', file: 'this' },
  ],
  ['what does the login handler do', explain('login handler')],
  ['create a new branch called feature voice input', beyond('branch')],
  ['commit the changes with message fix typo', beyond('commit')],
  ['search for all usages of the event emitter', usages('event emitter')],
  ['explain this error to me', beyond('explain_error')],
  ['close all other tabs', view('tab.close_others')],
  ['add a unit test for the user service', beyond('write_code')],
  ['scroll down to the end of the file', view('scroll.end')],
  ['which files import the logger module', { kind: 'imports', name: 'logger' }],
  ['stop talking', { kind: 'stop' }],
  ['install the package express', beyond('install')],
  ['open the terminal and start the dev server', beyond('start')],
  ['refactor the loop into a map call', beyond('refactor')],
  ['jump to the definition of get user by id', define('get user by id')],
  ['yes go ahead and apply the patch', { kind: 'yes' }],
  ['what changed since the last commit', changes()],
  ['show me the working changes', changes()],
  ['next hunk', view('hunk.next')],
  ['previous hunk', view('hunk.previous')],
  ['revert this hunk', view('hunk.revert')],
  ['keep all of them', view('hunk.keep')],
  ['open the second one', choose(2)],
  ['the third result', choose(3)],
  ['close this tab', view('tab.close')],
  ['pin this tab', view('tab.pin')],
  ['read it out', { kind: 'read_out' }],
  ['stop', { kind: 'stop' }],
  ['wait', { kind: 'stop' }],
  ['yes do it', { kind: 'yes' }],
  ["no don't", { kind: 'no' }],
  ['find every todo in this folder', { kind: 'todos', in: { folder: 'this' } }],
  ['where is the retry policy defined', define('retry policy')],
  ['who wrote this line', { kind: 'blame', file: 'this' }],
  ['open package dot json', open('package.json')],
  ['show me lines forty to sixty of config dot ts', open('config.ts', 40, 60)],
  ['what does the parse header function do', explain('parse header')],
  [
    'replace timeout with deadline in client dot ts',
    { kind: 'replace', from: 'timeout', to: 'deadline', file: { name: 'client.ts' } },
  ],
  ['summarise this repository', { kind: 'summarise', of: 'repository' }],
  ['run the unit tests', run('test')],
  ['go back', view('tab.reopen')],
  ['search for the string connection refused', find('connection refused', { how: 'exact' })],
  ['how many files use the old logger', usages('old logger', { count: 'files' })],
  ['open the readme', open('readme')],
  ['explain what this function does', { kind: 'explain', what: 'this' }],
  ['undo that', { kind: 'undo' }],
]

const known: readonly Row[] = [
  // Opening
  ['open src slash main slash index dot ts', open('src/main/index.ts')],
  ['open session manager dot t s', open('session manager.ts')],
  ['open package dot jason', open('package.json')],
  ['open the read me', open('readme')],
  ['show me user underscore service dot py', open('user_service.py')],
  ['open camel case session manager dot ts', open('sessionManager.ts')],
  ['can you please open the docker file', open('dockerfile')],
  ['show me line one hundred and six of the parser', open('parser', 106)],
  ['open config dot ts at line twelve', open('config.ts', 12)],
  ['go to line two hundred', { kind: 'line', line: 200 }],
  ['line 17', { kind: 'line', line: 17 }],
  ['show me lines ten to twenty', { kind: 'line', line: 10, endLine: 20 }],
  ['go to the definition of parseConfig', define('parseConfig')],
  ['show me the function parse config', define('parse config')],
  ['show me the session manager class', define('session manager')],
  ['the first one', choose(1)],
  ['number two', choose(2)],
  ['option three', choose(3)],
  ['the last one', choose(-1)],
  ['2', choose(2)],
  // Finding
  ['find todos', { kind: 'todos' }],
  ['find all the to dos in python files', { kind: 'todos', in: { include: ['*.py'] } }],
  ['search for the regex foo[0-9]+', find('foo[0-9]+', { how: 'regex' })],
  ['find retry in this file', find('retry', { in: { file: 'this' } })],
  ['find retry in the src folder', find('retry', { in: { folder: { name: 'src' } } })],
  ['find retry in client dot ts', find('retry', { in: { file: { name: 'client.ts' } } })],
  ['find retry in the session manager', find('retry', { in: { perhaps: 'session manager' } })],
  ['search for camel case get user', find('getUser')],
  ['find open paren close paren', find('()')],
  ['find process dot env', find('process.env')],
  ['find snake case max retries', find('max_retries')],
  ['find all caps max size', find('MAX_SIZE')],
  ['who calls parse header', usages('parse header')],
  ['where is retry used', usages('retry')],
  ['who imports the logger', { kind: 'imports', name: 'logger' }],
  // Changes
  ['what changed in the session manager', changes({ target: { name: 'session manager' } })],
  ['show the diff of client dot ts', changes({ target: { name: 'client.ts' } })],
  ['what is staged', changes({ of: 'staged' })],
  ['show me the last commit', changes({ of: 'commit' })],
  ['what did you change', changes({ of: 'edit' })],
  ['who wrote line 12 of a.ts', { kind: 'blame', file: { name: 'a.ts' }, line: 12 }],
  ['show me the history of this file', { kind: 'history', file: 'this' }],
  ['git log of client dot ts', { kind: 'history', file: { name: 'client.ts' } }],
  // Telling
  ['how does the retry policy work', explain('retry policy')],
  ['summarise this file', { kind: 'summarise', of: 'file' }],
  ['summarize the src folder', { kind: 'summarise', of: 'folder', name: 'src' }],
  ['summarise client dot ts', { kind: 'summarise', of: 'named', name: 'client.ts' }],
  ['write a summary to tasks summary', { kind: 'summarise', of: 'repository', into: 'tasks/SUMMARY.md' }],
  ['help', { kind: 'help' }],
  // Running
  ['run lint', run('lint')],
  ['build', run('build')],
  ['run npm run build', command('npm run build')],
  ['run git status', command('git status')],
  ['run npm test dash dash watch', command('npm test --watch')],
  ['run the type check script', { kind: 'script', name: 'type check' }],
  ['run the tests for the parser', { kind: 'run', purpose: 'test', only: 'parser' }],
  // Changing
  [
    'replace all foo bar with baz in this file',
    { kind: 'replace', from: 'foo bar', to: 'baz', file: 'this' },
  ],
  [
    'in client dot ts replace foo with bar',
    { kind: 'replace', from: 'foo', to: 'bar', file: { name: 'client.ts' } },
  ],
  [
    'rename parse header to read header in client dot ts',
    { kind: 'rename', from: { name: 'parse header' }, to: 'read header', file: { name: 'client.ts' } },
  ],
  ['create a file called notes dot md', { kind: 'create', file: 'notes.md' }],
  ['undo', { kind: 'undo' }],
  // The window
  ['next tab', view('tab.next')],
  ['previous tab', view('tab.previous')],
  ['reopen the tab', view('tab.reopen')],
  ['next file', view('file.next')],
  ['previous file', view('file.previous')],
  ['scroll down', view('scroll.down')],
  ['scroll up', view('scroll.up')],
  ['scroll to the top', view('scroll.top')],
  ['keep it', view('hunk.keep')],
  ['be quiet', { kind: 'stop' }],
  // Beyond it
  ['push to origin', beyond('push')],
  ['delete this file', beyond('delete')],
  ['replace foo with bar in the whole project', beyond('change_everywhere')],
  ['rename foo to bar across the codebase', beyond('change_everywhere')],
]

/** Written when the grammar was done, by saying the same things another way. */
const heldOut: readonly Row[] = [
  ['could you bring up the user controller', open('user controller')],
  ["let's have a look at webpack dot config dot js", open('webpack.config.js')],
  ['pull up the package json file please', open('package json')],
  ['take me to line three hundred fifty', { kind: 'line', line: 350 }],
  ['jump to line nineteen', { kind: 'line', line: 19 }],
  ['i need to see the auth middleware', open('auth middleware')],
  ['open up routes slash api slash users dot js', open('routes/api/users.js')],
  ['display lines one through thirty of main dot go', open('main.go', 1, 30)],
  ['show the first twenty lines of the makefile', open('makefile', 1, 20)],
  ['can we look at the docker compose file', open('docker compose')],
  ['take the second', choose(2)],
  ["i'll take number four", choose(4)],
  ['the top one', choose(1)],
  ['um the third one please', choose(3)],
  ['where do we handle login errors', find('login errors handl', { how: 'words' })],
  ['look for every place we call fetch user', usages('fetch user')],
  ['is the legacy parser still used anywhere', usages('legacy parser')],
  ['what depends on the config loader', usages('config loader')],
  ['show me everything that references session id', usages('session id')],
  ['list the todo comments', { kind: 'todos' }],
  ['any fix mes left', { kind: 'todos' }],
  ['search the project for connection pool', find('connection pool')],
  [
    'search for rate limit in typescript files',
    find('rate limit', { in: { include: ['*.ts', '*.tsx', '*.mts', '*.cts'] } }),
  ],
  ['find the phrase access denied', find('access denied', { how: 'exact' })],
  ['which file defines the user model', define('user model')],
  ['find the implementation of merge sort', define('merge sort')],
  ['where does the cache class live', define('cache')],
  ["what's different from the last commit", changes()],
  ['what have i changed today', changes()],
  ['show me my changes', changes()],
  ['what did the last commit change', changes({ of: 'commit' })],
  ['show what i have staged', changes({ of: 'staged' })],
  ['how did this file change over time', { kind: 'history', file: 'this' }],
  ['who last touched this line', { kind: 'blame', file: 'this' }],
  ['when was line forty last changed', { kind: 'blame', file: 'this', line: 40 }],
  ["what's the purpose of the event bus", explain('event bus')],
  ['tell me what compute total does', explain('compute total')],
  ['walk me through the checkout function', explain('checkout')],
  ['give me an overview of this project', { kind: 'summarise', of: 'repository' }],
  ["what's this project about", { kind: 'summarise', of: 'repository' }],
  ['sum up the readme for me', { kind: 'summarise', of: 'named', name: 'readme' }],
  ['do the tests pass', run('test')],
  ['could you run all the tests again', run('test')],
  ['kick off a build', run('build')],
  ['run the linter', run('lint')],
  ['execute npm run type check', command('npm run type check')],
  ['run python manage dot py migrate', command('python manage.py migrate')],
  [
    'swap http with https in constants dot py',
    { kind: 'replace', from: 'http', to: 'https', file: { name: 'constants.py' } },
  ],
  [
    'change foo to bar in utils dot ts',
    { kind: 'replace', from: 'foo', to: 'bar', file: { name: 'utils.ts' } },
  ],
  [
    'rename the variable count to total',
    { kind: 'rename', from: { name: 'count' }, to: 'total', file: 'this' },
  ],
  ['take that back', { kind: 'undo' }],
  ['undo what you just did', { kind: 'undo' }],
  ['make a new file called ideas dot txt', { kind: 'create', file: 'ideas.txt' }],
  ['switch to the next tab', view('tab.next')],
  ['go to the previous tab', view('tab.previous')],
  ['close everything except this one', view('tab.close_others')],
  ['go to the next change', view('hunk.next')],
  ['discard this change', view('hunk.revert')],
  ['keep this change', view('hunk.keep')],
  ['scroll up a bit', view('scroll.up')],
  ['jump to the top of the file', view('scroll.top')],
  ['page down', view('scroll.down')],
  ['hold on a second', { kind: 'stop' }],
  ['ok stop that', { kind: 'stop' }],
  ['read this to me', { kind: 'read_out' }],
  ['what can you do', { kind: 'help' }],
  ['git push', beyond('push')],
  ['merge main into this branch', beyond('push')],
  ['fix the failing test', beyond('write_code')],
  ['write a function that sorts users by age', beyond('write_code')],
  ['switch to the develop branch', beyond('branch')],
  ['upgrade the dependencies', beyond('install')],
  // A second lot, written after the first had been learnt from
  ['bring up the file that handles payments', { kind: 'find', text: 'payments handl', how: 'words' }],
  ['show me the top of the readme', { kind: 'open', target: 'readme', line: 1 }],
  ['could you open the tsconfig', { kind: 'open', target: 'tsconfig' }],
  ['let me see the user dot model dot ts file', { kind: 'open', target: 'user.model.ts' }],
  ['open dot env dot example', { kind: 'open', target: '.env.example' }],
  ['open the third file', { kind: 'choose', number: 3 }],
  ['show me index dot html please', { kind: 'open', target: 'index.html' }],
  ["where's the main function", { kind: 'define', name: 'main' }],
  ['find me the class http client', { kind: 'define', name: 'http client' }],
  ['go to the save method', { kind: 'define', name: 'save' }],
  ['show me all the places where we log errors', { kind: 'find', text: 'errors log', how: 'words' }],
  ['does anything still use moment', { kind: 'usages', name: 'moment' }],
  ["who's calling the render function", { kind: 'usages', name: 'render' }],
  [
    'look up max connections in the config files',
    {
      kind: 'find',
      text: 'max connections',
      in: { include: ['*.config.*', '*.json', '*.toml', '*.yml', '*.yaml', '*.ini'] },
    },
  ],
  ['grep for console dot log', { kind: 'find', text: 'console.log', how: 'exact' }],
  [
    'search for print statements in the tests',
    {
      kind: 'find',
      text: 'print statements',
      in: { include: ['*.test.*', '*.spec.*', '*_test.*', 'test_*.*'] },
    },
  ],
  ['are there any todos in the parser', { kind: 'todos', in: { perhaps: 'parser' } }],
  ['show me what changed in package dot json', { kind: 'changes', target: { name: 'package.json' } }],
  ['what did i change in this file', { kind: 'changes', target: 'this' }],
  ['show the changes to the api folder', { kind: 'changes', target: { name: 'api/' } }],
  ['anything staged', { kind: 'changes', of: 'staged' }],
  ['show me the latest commit', { kind: 'changes', of: 'commit' }],
  ["who's responsible for this code", { kind: 'blame', file: 'this' }],
  ['who changed line ten of the readme', { kind: 'blame', file: { name: 'readme' }, line: 10 }],
  ['explain the cache manager to me', { kind: 'explain', what: { name: 'cache manager' } }],
  ['what does this file do', { kind: 'summarise', of: 'file' }],
  ["what's in the docs folder", { kind: 'summarise', of: 'folder', name: 'docs' }],
  ['give me a quick summary of main dot rs', { kind: 'summarise', of: 'named', name: 'main.rs' }],
  [
    'save a summary of this repo to docs slash overview dot md',
    { kind: 'summarise', of: 'repository', into: 'docs/overview.md' },
  ],
  ['run the test suite', { kind: 'run', purpose: 'test' }],
  ['test everything', { kind: 'run', purpose: 'test' }],
  ['run the integration tests', { kind: 'run', purpose: 'test' }],
  ['can you lint this', { kind: 'run', purpose: 'lint' }],
  ['compile it', { kind: 'run', purpose: 'build' }],
  ['run make clean', { kind: 'command', command: 'make clean' }],
  ['run cargo build dash dash release', { kind: 'command', command: 'cargo build --release' }],
  ['start the tests', { kind: 'run', purpose: 'test' }],
  [
    'replace the word colour with color in theme dot css',
    { kind: 'replace', from: 'colour', to: 'color', file: { name: 'theme.css' } },
  ],
  [
    'substitute foo with bar everywhere in this file',
    { kind: 'replace', from: 'foo', to: 'bar', file: 'this' },
  ],
  [
    'rename get user to fetch user',
    { kind: 'rename', from: { name: 'get user' }, to: 'fetch user', file: 'this' },
  ],
  [
    'rename the class Foo to Bar in foo dot ts',
    { kind: 'rename', from: { name: 'Foo' }, to: 'Bar', file: { name: 'foo.ts' } },
  ],
  ['revert your last change', { kind: 'undo' }],
  ['put it back', { kind: 'undo' }],
  ['scroll down a little', { kind: 'view', action: 'scroll.down' }],
  ['go to the bottom', { kind: 'view', action: 'scroll.end' }],
  ['close the tab', { kind: 'view', action: 'tab.close' }],
  ['unpin this tab', { kind: 'view', action: 'tab.pin' }],
  ['show me the previous change', { kind: 'view', action: 'hunk.previous' }],
  ['go back one hunk', { kind: 'view', action: 'hunk.previous' }],
  ['shut up', { kind: 'stop' }],
  ['never mind', { kind: 'stop' }],
  ['cancel', { kind: 'stop' }],
  ['read the error out loud', { kind: 'read_out' }],
  ['what can i say', { kind: 'help' }],
  ['make a pull request', { kind: 'beyond', what: 'push' }],
  ['stash my changes', { kind: 'beyond', what: 'stage' }],
  ['delete the old tests', { kind: 'beyond', what: 'delete' }],
  ['move this function to utils', { kind: 'beyond', what: 'move' }],
  ['add a comment here', { kind: 'beyond', what: 'write_code' }],
  ['make the button blue', { kind: 'beyond', what: 'write_code' }],
  ['thank you', { kind: 'thanks' }],
  ['why is this test failing', { kind: 'beyond', what: 'explain_error' }],
]

/** Not understood, and honestly so: the agent says what it can do instead. */
const notUnderstood: readonly string[] = [
  "how's the weather",
  'tell me a joke',
  'which functions are the longest',
  'how many lines of code are there',
  'compare main and develop',
  'no the other one',
  'the one with the most tests',
  'it should be under the blue thing',
  'hello there',
]

/** Understood too literally: nothing is changed by it, and nothing is found. A wish for more of a grammar. */
const tooLiterally: readonly Row[] = [
  ['where does the app connect to the database', find('app connect to the database')],
  ['describe the architecture', explain('architecture')],
  ['find unused imports', find('unused imports')],
  ['open the last file i edited', open('last file i edited')],
]

const table = (rows: readonly Row[]): void => {
  it.each(rows)('%j', (said, intent) => expect(understand(said)).toEqual(intent))
}

describe('What was recorded', () => table(recorded))
describe('What the grammar was written with', () => table(known))
describe('What was held out', () => table(heldOut))
describe('What is taken too literally', () => table(tooLiterally))
describe('What is not understood', () => {
  it.each(notUnderstood)('%j', (said) => expect(understand(said)).toEqual({ kind: 'unknown' }))
})

it('The table is long enough to mean something, and says nothing twice', () => {
  const all = [...recorded, ...known, ...heldOut, ...tooLiterally].map(([said]) => said)
  expect(all.length).toBeGreaterThanOrEqual(150)
  expect(heldOut.length).toBeGreaterThanOrEqual(50)
  expect(new Set([...all, ...notUnderstood]).size).toBe(all.length + notUnderstood.length)
})
