// Sentences about small hunks in several languages, with the symbols that the real grammars find.
import { describe, expect, test } from 'vitest'
import { describeHunk } from '../../../../src/core/review/describe-hunk.ts'
import { scanDiff } from '../../../../src/core/review/diff-scan.ts'
import { sentenceOfChange } from './sentence-of-change.ts'

/** Without symbols and without the text of the file. */
function bareSentences(text: string): string[] {
  const diff = scanDiff(text)
  return diff.files.flatMap((file) =>
    file.hunks.map((hunk) => describeHunk({ diff, file, hunk, before: null, after: null })),
  )
}

const cases: [file: string, before: string | null, after: string | null, said: string][] = [
  // TypeScript
  [
    'src/parser.ts',
    'export function parseConfig(text: string): Config {\n  return read(text)\n}\n',
    'export function parseConfig(text: string, strict: boolean, depth = 3): Config {\n  return retry(read(text))\n}\n',
    'Adds the parameters strict and depth to parse config, and calls retry.',
  ],
  [
    'src/parser.ts',
    'const a = 1\n',
    'const a = 1\n\nexport function retry(times: number): void {\n  for (let n = 0; n < times; n++) {\n    connect()\n  }\n}\n',
    'Adds the function retry, 5 lines long, which calls connect.',
  ],
  [
    'src/parser.ts',
    'function parse(a: string) {\n  return load(a)\n}\n\nfunction other() {\n  stay()\n}\n',
    'function other() {\n  stay()\n}\n',
    'Removes the function parse.',
  ],
  [
    'src/parser.ts',
    'function readFile(a: string) {\n  open(a)\n  return load(a)\n}\n',
    'function loadFile(a: string) {\n  open(a)\n  return load(a)\n}\n',
    'Renames the function read file to load file.',
  ],
  [
    'src/a.ts',
    'function a() {\n  one()\n}\n\nfunction b() {\n  two()\n  three()\n  four()\n  five()\n}\n',
    'function b() {\n  two()\n  three()\n  four()\n  five()\n}\n\nfunction a() {\n  one()\n}\n',
    'Moves the function a further down.',
  ],
  [
    'src/a.ts',
    'function send(user: User) {\n  post(user)\n}\n',
    'function send(user: User) {\n  if (!user.active) return\n  post(user)\n}\n',
    'In send, adds a condition on active that returns early.',
  ],
  [
    'src/a.ts',
    'function send(user: User) {\n  if (user.age > 3) {\n    post(user)\n  }\n}\n',
    'function send(user: User) {\n  if (user.age > 3 && user.active) {\n    post(user)\n  }\n}\n',
    'In send, changes a condition on age and active.',
  ],
  [
    'src/a.ts',
    'function send(user: User) {\n  post(user)\n}\n',
    'function send(user: User) {\n  try {\n    post(user)\n  } catch (error) {\n    report(error)\n  }\n}\n',
    'In send, adds error handling and calls report.',
  ],
  [
    'src/a.ts',
    "import { a } from './x.ts'\nimport { b } from './y.ts'\n",
    "import { a, parseHeader } from './x.ts'\nimport { b } from './y.ts'\n",
    'Imports parse header.',
  ],
  [
    'src/a.ts',
    "import { a } from './x.ts'\n",
    "import { a } from './other-place.ts'\n",
    'Near the top of the file, imports other place instead of x.',
  ],
  [
    'src/a.ts',
    'const MAX_RETRIES = 3\n',
    'const MAX_RETRIES = 5\n',
    'Near the top of the file, changes max retries from 3 to 5.',
  ],
  [
    'src/a.ts',
    "function f() {\n  throw new Error('No such file.')\n}\n",
    "function f() {\n  throw new Error('There is no such file.')\n}\n",
    'In f, adds “there is” to an error message.',
  ],
  [
    'src/a.ts',
    '// Reads it.\nfunction f() {\n  return 1\n}\n',
    '// Reads all of it.\nfunction f() {\n  return 1\n}\n',
    'Changes the documentation of f.',
  ],
  [
    'src/a.ts',
    'function f() {\n  return 1\n}\n',
    '/** Gives one. */\nfunction f() {\n  return 1\n}\n',
    'Documents f.',
  ],
  [
    'src/a.ts',
    'function f() {\n    return 1\n}\n',
    'function f() {\n  return 1\n}\n',
    'Near the top of the file, changes only the indentation of one line.',
  ],
  [
    'src/a.ts',
    'call(one, two)\n',
    'call(\n  one,\n  two,\n)\n',
    'Near the top of the file, only changes the layout of the code.',
  ],
  [
    'src/a.ts',
    'interface Options {\n  name: string\n}\n',
    'interface Options {\n  name: string\n  timeout?: number\n}\n',
    'In the interface options, adds the field timeout.',
  ],
  [
    'src/a.ts',
    'class Cache {\n  get(key: string) {\n    return this.map.get(key)\n  }\n}\n',
    'class Cache {\n  get(key: string) {\n    return this.map.get(key)\n  }\n\n  clear() {\n    this.map.clear()\n    this.notify()\n  }\n}\n',
    'Adds the method clear to cache, 4 lines long, which calls notify.',
  ],
  [
    'src/a.ts',
    'function f(list: string[]) {\n  const total = count(list)\n  return total\n}\n',
    'function f(list: string[]) {\n  const total = count(list.filter(isKnown))\n  return total + 1\n}\n',
    'In f, calls filter for the value of total and changes what it returns.',
  ],
  [
    'src/a.ts',
    'function load() {\n  return fetchIt()\n}\n',
    'async function load() {\n  return fetchIt()\n}\n',
    'Makes load asynchronous.',
  ],
  [
    'src/a.ts',
    'function f() {\n  start()\n}\n',
    'function f() {\n  // start()\n}\n',
    'In f, comments out one line of code.',
  ],
  [
    'src/a.ts',
    'function f() {\n  startEngine()\n}\n',
    'function f() {\n  launchEngine()\n}\n',
    'In f, calls launch engine instead of start engine.',
  ],
  [
    'test/a.test.ts',
    "describe('a list', () => {\n  it('is empty', () => {\n    expect(list()).toEqual([])\n  })\n})\n",
    "describe('a list', () => {\n  it('is empty', () => {\n    expect(list()).toEqual([])\n  })\n\n  it('grows by one', () => {\n    expect(list(1)).toEqual([1])\n  })\n})\n",
    'In the tests “a list”, adds the test “grows by one”.',
  ],
  [
    'test/a.test.ts',
    "describe('a list', () => {\n  it('is empty', () => {\n    expect(size()).toBe(1)\n  })\n})\n",
    "describe('a list', () => {\n  it('is empty', () => {\n    expect(size()).toBe(2)\n  })\n})\n",
    'In the test “is empty”, changes an expected number from 1 to 2.',
  ],
  [
    'src/b.ts',
    null,
    'export class Cat {\n  purr() {}\n}\nexport function feed() {}\n',
    'Creates the file with 4 lines: cat and feed.',
  ],
  [
    'src/b.ts',
    'export function feed() {}\n',
    null,
    'Deletes the file, which had one line: the function feed.',
  ],
  [
    'src/a.ts',
    'enum Color {\n  Red,\n}\n',
    'enum Color {\n  Red,\n  Green,\n}\n',
    'In the enum color, adds the value green.',
  ],
  // Python
  [
    'app/views.py',
    'def load(path):\n    return open(path)\n',
    'def load(path, *, encoding="utf-8"):\n    return open(path, encoding=encoding)\n',
    'Adds the parameter encoding to load and passes one more argument to open.',
  ],
  [
    'app/views.py',
    'def load(path):\n    return parse(path)\n',
    'def load(path):\n    if path is None:\n        raise ValueError("no path")\n    return parse(path)\n',
    'In load, adds a condition on path that raises an error.',
  ],
  [
    'app/views.py',
    'def load(path):\n    return parse(path)\n',
    'def load(path):\n    """Loads a file."""\n    return parse(path)\n',
    'Documents load.',
  ],
  [
    'app/views.py',
    'def load(path):\n    return parse(path)\n',
    '@cached\ndef load(path):\n    return parse(path)\n',
    'Above load, adds the decorator cached.',
  ],
  ['app/views.py', 'import os\n', 'import os\nimport sys\n', 'Imports sys.'],
  ['app/views.py', 'from flask import Flask\n', 'from flask import Flask, request\n', 'Imports request.'],
  [
    'tests/test_views.py',
    'def test_one():\n    assert f(1) == 1\n',
    'def test_one():\n    assert f(1) == 1\n\n\ndef test_empty_path():\n    assert f("") is None\n',
    'Adds the test empty path.',
  ],
  [
    'app/views.py',
    'def load(path):\n    for line in path:\n        use(line)\n',
    'def load(path):\n    for line in reversed(path):\n        use(line)\n',
    'In load, changes a loop and calls reversed.',
  ],
  [
    'app/views.py',
    'class A:\n    limit = 10\n',
    'class A:\n    limit = 20\n',
    'In the class a, changes limit from 10 to 20.',
  ],
  [
    'app/views.py',
    'def f():\n    try:\n        go()\n    except OSError:\n        pass\n',
    'def f():\n    try:\n        go()\n    except (OSError, ValueError):\n        pass\n',
    'In f, changes which errors it handles.',
  ],
  // Go
  [
    'main.go',
    'package main\n\nfunc Load(path string) error {\n\topen(path)\n\treturn nil\n}\n',
    'package main\n\nfunc Load(path string) error {\n\terr := open(path)\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n',
    'In load, adds an error check.',
  ],
  [
    'main.go',
    'package main\n\nimport (\n\t"fmt"\n)\n',
    'package main\n\nimport (\n\t"fmt"\n\t"net/http"\n)\n',
    'Imports http.',
  ],
  [
    'main.go',
    'package main\n\nfunc Load(path string) {\n}\n',
    'package main\n\nfunc Load(ctx context.Context, path string) {\n}\n',
    'Adds the parameter ctx to load.',
  ],
  [
    'main.go',
    'package main\n\ntype Server struct {\n\tName string\n}\n',
    'package main\n\ntype Server struct {\n\tName    string\n\tTimeout time.Duration\n}\n',
    'In the struct server, adds the field timeout.',
  ],
  [
    'main_test.go',
    'package main\n\nfunc TestA(t *testing.T) {\n\tassert.Equal(t, 1, a())\n}\n',
    'package main\n\nfunc TestA(t *testing.T) {\n\tassert.Equal(t, 1, a())\n\tassert.NoError(t, b())\n}\n',
    'In the test a, calls b and adds an assertion.',
  ],
  [
    'main.go',
    'package main\n\nfunc (s *Server) Close() {\n\ts.stop()\n}\n',
    'package main\n\nfunc (s *Server) Close() {\n\tdefer s.wait()\n\ts.stop()\n}\n',
    'In close of server, calls wait.',
  ],
  // Rust
  [
    'src/lib.rs',
    'fn parse(text: &str) -> u32 {\n    read(text)\n}\n',
    'fn parse(text: &str) -> Result<u32, Error> {\n    read(text)\n}\n',
    'Changes the return type of parse.',
  ],
  [
    'src/lib.rs',
    'mod tests {\n    #[test]\n    fn one() {\n        assert!(a());\n    }\n}\n',
    'mod tests {\n    #[test]\n    fn one() {\n        assert!(a());\n    }\n\n    #[test]\n    fn two_words() {\n        assert_eq!(b(), 2);\n    }\n}\n',
    'Adds the test two words, 3 lines long.',
  ],
  ['src/lib.rs', 'use std::fs;\n', 'use std::fs;\nuse std::path::PathBuf;\n', 'Imports path buf.'],
  [
    'src/lib.rs',
    'fn f(x: u8) -> u8 {\n    match x {\n        1 => 2,\n        _ => 0,\n    }\n}\n',
    'fn f(x: u8) -> u8 {\n    match x {\n        1 => 2,\n        2 => 4,\n        _ => 0,\n    }\n}\n',
    'In f, adds a case.',
  ],
  [
    'src/lib.rs',
    'pub struct Args {\n    pub name: String,\n}\n',
    '#[derive(Debug)]\npub struct Args {\n    pub name: String,\n}\n',
    'Above args, adds the attribute derive.',
  ],
  // Java
  [
    'src/Main.java',
    'class Main {\n  void run(String name) {\n    start(name);\n  }\n}\n',
    'class Main {\n  void run(String name, int times) {\n    start(name);\n  }\n}\n',
    'Adds the parameter times to run.',
  ],
  [
    'src/Main.java',
    'class Main {\n  private String name;\n}\n',
    'class Main {\n  private String name;\n  private final int maxSize = 3;\n}\n',
    'In the class main, adds the field max size.',
  ],
  [
    'src/Main.java',
    'class Main {\n  public int size() {\n    return 1;\n  }\n}\n',
    'class Main {\n  @Override\n  public int size() {\n    return 1;\n  }\n}\n',
    'In size of main, adds the annotation override.',
  ],
  [
    'src/Main.java',
    'import java.util.List;\nimport java.util.Map;\n\nclass Main {\n}\n',
    'import java.util.List;\n\nclass Main {\n}\n',
    'No longer imports map.',
  ],
  [
    'src/Main.java',
    'class Main {\n  void run() {\n    while (open) {\n      read();\n    }\n  }\n}\n',
    'class Main {\n  void run() {\n    while (open) {\n      read();\n      if (last) break;\n    }\n  }\n}\n',
    'In run of main, adds a condition on last that leaves or skips a round of a loop.',
  ],
  // Markdown
  [
    'README.md',
    '# Tool\n\n## Usage\n\nRun it.\n',
    '# Tool\n\n## Usage\n\nRun it with one of these options and wait for a moment.\n',
    'In the section Usage, adds 10 words.',
  ],
  [
    'README.md',
    '# Tool\n\n## Usage\n\n- one\n',
    '# Tool\n\n## Usage\n\n- one\n- two more words\n',
    'In the section Usage, adds the list entry “two more words”.',
  ],
  [
    'README.md',
    '# Tool\n\nText.\n',
    '# Tool\n\nText.\n\n## Licence\n\nFree for all.\n',
    'After the section Tool, adds the section Licence, with 4 words.',
  ],
  [
    'README.md',
    '# Tool\n\nSee [this](https://a.example/x).\n',
    '# Tool\n\nSee [this](https://b.example/x).\n',
    'In the section Tool, changes where a link leads.',
  ],
  [
    'README.md',
    '# Tool\n\n## Setup\n\nText.\n',
    '# Tool\n\n## Setup\n\nText.\n\n```sh\nnpm ci\nnpm test\n```\n',
    'In the section Setup, adds an example of 2 lines.',
  ],
  [
    'docs/a.rst',
    'Setup\n=====\n\nInstall teh package.\n',
    'Setup\n=====\n\nInstall the package.\n',
    'In the section Setup, changes “teh” to “the”.',
  ],
  // JSON
  [
    'package.json',
    '{\n  "version": "1.0.0",\n  "dependencies": {\n    "lodash": "^4.17.20"\n  }\n}\n',
    '{\n  "version": "1.0.0",\n  "dependencies": {\n    "lodash": "^4.17.21"\n  }\n}\n',
    'Updates lodash from 4.17.20 to 4.17.21.',
  ],
  [
    'package.json',
    '{\n  "dependencies": {\n    "lodash": "^4.17.20"\n  }\n}\n',
    '{\n  "dependencies": {\n    "lodash": "^4.17.20",\n    "zod": "^3.0.0"\n  }\n}\n',
    'Adds the dependency zod.',
  ],
  [
    'package.json',
    '{\n  "scripts": {\n    "test": "vitest"\n  }\n}\n',
    '{\n  "scripts": {\n    "test": "vitest run --coverage"\n  }\n}\n',
    'Under scripts, adds “run coverage” to test.',
  ],
  [
    'tsconfig.json',
    '{\n  "compilerOptions": {\n    "strict": false\n  }\n}\n',
    '{\n  "compilerOptions": {\n    "strict": true\n  }\n}\n',
    'Under compiler options, turns strict on.',
  ],
  [
    'package.json',
    '{\n  "version": "1.0.0"\n}\n',
    '{\n  "version": "1.1.0"\n}\n',
    'Changes the version from 1.0.0 to 1.1.0.',
  ],
  // YAML, TOML
  [
    '.github/workflows/ci.yml',
    'jobs:\n  test:\n    steps:\n      - uses: actions/checkout@v3\n',
    'jobs:\n  test:\n    steps:\n      - uses: actions/checkout@v4\n',
    'Updates the action checkout from 3 to 4.',
  ],
  [
    'config.yaml',
    'server:\n  port: 80\n',
    'server:\n  port: 8080\n  host: local\n',
    'Under server, changes port from 80 to 8080 and adds the key host.',
  ],
  [
    'config.yaml',
    'branches:\n  - main\n',
    'branches:\n  - main\n  - stable\n',
    'Under branches, adds stable to a list.',
  ],
  [
    'Cargo.toml',
    '[package]\nname = "a"\n\n[dependencies]\nserde = "1.0.100"\n',
    '[package]\nname = "a"\n\n[dependencies]\nserde = { version = "1.0.200", features = ["derive"] }\n',
    'Updates serde from 1.0.100 to 1.0.200.',
  ],
  [
    'pom.xml',
    '<dependency>\n  <artifactId>some-library</artifactId>\n  <version>1.2</version>\n</dependency>\n',
    '<dependency>\n  <artifactId>some-library</artifactId>\n  <version>1.3</version>\n</dependency>\n',
    'Updates some library from 1.2 to 1.3.',
  ],
  [
    'go.mod',
    'module a\n\nrequire (\n\tgithub.com/a/parser v1.2.0\n)\n',
    'module a\n\nrequire (\n\tgithub.com/a/parser v1.3.0\n)\n',
    'Updates parser from 1.2.0 to 1.3.0.',
  ],
  // CSS
  [
    'style.css',
    '.button {\n  color: red;\n}\n',
    '.button {\n  color: blue;\n}\n',
    'In the rule for button, changes color.',
  ],
  [
    'style.css',
    '.button {\n  color: red;\n}\n',
    '.button {\n  color: red;\n  padding: 1px;\n}\n\n.card {\n  margin: 0;\n}\n',
    'Near the top of the file, adds the rule for card and sets padding in the rule for button.',
  ],
  [
    'index.html',
    '<ul>\n</ul>\n',
    '<ul>\n  <li><a href="/x">x</a></li>\n</ul>\n',
    'Near the top of the file, adds a list entry and a link.',
  ],
  // Shell
  ['build.sh', 'build() {\n  make\n}\n', 'build() {\n  make\n  strip out\n}\n', 'In build, calls strip.'],
  [
    'build.sh',
    'build() {\n  make\n}\n',
    'build() {\n  if [ -z "$TARGET" ]; then\n    exit 1\n  fi\n  make\n}\n',
    'In build, adds a condition that returns early.',
  ],
  [
    'Dockerfile',
    'FROM node:20\nRUN npm ci\n',
    'FROM node:24\nRUN npm ci\n',
    'Near the top of the file, changes node from 20 to 24.',
  ],
  [
    'lib.rb',
    'def load(path)\n  File.read(path)\nend\n',
    'def load(path, mode)\n  File.read(path)\nend\n',
    'Adds the parameter mode to load.',
  ],
  // Which words of a string changed
  [
    'src/a.ts',
    "function f() {\n  paint('a red fish')\n}\n",
    "function f() {\n  paint('a dark blue fish')\n}\n",
    'In f, changes “red” to “dark blue” in a string.',
  ],
  [
    'src/a.ts',
    "function f() {\n  paint('one two three four five six')\n}\n",
    "function f() {\n  paint('seven eight nine ten eleven twelve')\n}\n",
    'In f, changes the text of a string.',
  ],
  [
    'src/a.ts',
    "import { one } from '../src/one'\nimport { two } from '../src/two'\n",
    "import { one } from '../lib/one'\nimport { two } from '../lib/two'\n",
    'Near the top of the file, changes “src” to “lib” in the paths of two imports.',
  ],
  [
    'src/a.ts',
    "const known = [\n  'one',\n  'two',\n]\n",
    "const known = [\n  'one',\n  'dark-red',\n  'two',\n]\n",
    'In known, adds “dark red” to a list.',
  ],
  // Exports
  [
    'src/a.ts',
    'const one = 1\nconst two = 2\nexport { one }\n',
    'const one = 1\nconst two = 2\nexport { one, two }\n',
    'Exports two.',
  ],
  // A call with a string that is short enough to be read out
  [
    'src/a.ts',
    'function f() {\n  start()\n}\n',
    "function f() {\n  start()\n  app.enable('trust proxy', 1)\n}\n",
    'In f, calls enable with “trust proxy”.',
  ],
  // A parameter on a line below the hunk heading
  [
    'src/a.ts',
    'export function parse(\n  text: string,\n  depth: number,\n  limit: number,\n  base: string,\n): void {\n  read(text)\n}\n',
    'export function parse(\n  text: string,\n  depth: number,\n  limit: number,\n  base: string,\n  strict: boolean,\n): void {\n  read(text)\n}\n',
    'Adds the parameter strict to parse.',
  ],
  [
    'app/views.py',
    'def load(path, strict=False):\n    return parse(path)\n',
    'def load(path, strict=True):\n    return parse(path)\n',
    'Changes the default of the parameter strict of load.',
  ],
  [
    'src/a.ts',
    'function f(name: string) {\n  use(name)\n}\n',
    'function f(name: Name) {\n  use(name)\n}\n',
    'Changes the type of the parameter name of f.',
  ],
  [
    'app/views.py',
    'def load(\n    path,  # noqa\n):\n    return parse(path)\n',
    'def load(\n    path,  # noqa\n    depth,\n):\n    return parse(path)\n',
    'Changes the signature of load.',
  ],
  // Comments are counted by blocks
  [
    'src/a.ts',
    'function f() {\n  start()\n  // Waits for all\n  // of them.\n  wait()\n  // And then.\n  end()\n}\n',
    'function f() {\n  start()\n  wait()\n  // And then.\n  end()\n}\n',
    'In f, removes a comment.',
  ],
  [
    'src/a.ts',
    'function f() {\n  start()\n  // Waits for all.\n  wait()\n}\n',
    'function f() {\n  start()\n  // Waits for some.\n  wait()\n}\n',
    'In f, changes “all” to “some” in a comment.',
  ],
  [
    'app/views.py',
    'def load(path):\n    """Loads it.\n\n    Fast.\n    """\n    return path\n',
    'def load(path):\n    """Loads it.\n\n    Fast.\n\n    And well.\n    """\n    return path\n',
    'In load, adds “and well” to the documentation.',
  ],
  // Lines that are none of what has a name
  [
    'main.go',
    'package main\n\nvar (\n\t_ Render = JSON{}\n)\n',
    'package main\n\nvar (\n\t_ Render = JSON{}\n\t_ Render = SecureJSON{}\n)\n',
    'Near the top of the file, adds one line, which mentions secure json.',
  ],
  [
    'main.go',
    'package main\n\nvar (\n\tyellow = string([]byte{27, 55})\n)\n',
    'package main\n\nvar (\n\tyellow = string([]byte{27, 48})\n)\n',
    'Near the top of the file, changes a number in yellow from 55 to 48.',
  ],
  [
    'main.go',
    'package main\n\nfunc load() {\n\tvar text bytes.Buffer\n\tread(text)\n}\n',
    'package main\n\nfunc load() {\n\tvar text strings.Builder\n\tread(text)\n}\n',
    'In load, uses strings builder instead of bytes buffer.',
  ],
  [
    'src/lib.rs',
    'fn f(x: &Shape) -> u8 {\n    match *x {\n        Shape::Circle(ref r) => area(r),\n        _ => 0,\n    }\n}\n',
    'fn f(x: &Shape) -> u8 {\n    match *x {\n        Shape::Circle(r) => area(r),\n        _ => 0,\n    }\n}\n',
    'In f, changes a case.',
  ],
  // An example in reStructuredText is indented
  [
    'docs/a.rst',
    'Setup\n=====\n\n.. code-block:: python\n\n    run(one, 1)\n\nText.\n',
    'Setup\n=====\n\n.. code-block:: python\n\n    run(two, 1)\n\nText.\n',
    'In the section Setup, uses two instead of one in an example.',
  ],
  ['.gitignore', 'dist\n', 'dist\ntesting.js\n', 'Near the top of the file, adds “testing js”.'],
  // New files
  [
    'ci.yml',
    null,
    'name: build\non: push\njobs:\n  test:\n    steps: []\n',
    'Creates the file with 5 lines and the keys name, on and jobs.',
  ],
  [
    'src/b.ts',
    null,
    "start()\nuse('a')\nuse('b')\nuse('c')\nuse('d')\nuse('e')\n\nfunction use(name: string) {\n  load(name)\n}\n",
    'Creates the file with 10 lines, among them the function use.',
  ],
  [
    'ci.yml',
    'versions:\n  - 5.3.2\n  - 5.2.2\n',
    'versions:\n  - 5.3.3\n  - 5.2.2\n',
    'Under versions, replaces 5.3.2 with 5.3.3 in a list.',
  ],
  [
    'index.html',
    '<body>\n</body>\n',
    '<body>\n  <h2>One</h2>\n  <p>Two</p>\n  <p><em>Three</em> <b>four</b></p>\n</body>\n',
    'Near the top of the file, adds five elements, among them a heading.',
  ],
  // Ruby calls without brackets
  [
    'lib.rb',
    "class Box < Base\n  set :colour, 'red'\nend\n",
    "class Box < Base\n  set :colour, 'red'\n  enable :logging\nend\n",
    'In the class box, calls enable.',
  ],
  // Generic types in Java
  [
    'src/Main.java',
    'class Main {\n  void check(String name, Adapter adapter) {\n    start(name);\n  }\n}\n',
    'class Main {\n  void check(String name, Adapter<Date> adapter) {\n    start(name);\n  }\n}\n',
    'Changes the type of the parameter adapter of check.',
  ],
  // Functions of one name
  [
    'src/a.ts',
    'interface Hot {\n  accept(): void\n  accept(run: any): void\n}\n',
    'interface Hot {\n  accept(): void\n  accept(run: Module): void\n}\n',
    'Changes the type of the parameter run of accept.',
  ],
  // Names from a module, however it is imported
  [
    'src/a.js',
    "const { load } = require('./a')\nstart()\n",
    "import { load } from './a'\nimport { save } from './b'\nstart()\n",
    'Imports save.',
  ],
  ['src/a.rs', 'pub(crate) use self::epoll::Waker;\n', '', 'No longer imports waker.'],
  [
    'test/a_test.rb',
    "require File.join('a', 'b')\n",
    "require File.join('a', 'c')\n",
    'Near the top of the file, imports c instead of b.',
  ],
  [
    'Gemfile',
    "gem 'slim'\ngem 'less', '~> 1.0'\n",
    "gem 'slim', '~> 1.0'\ngem 'less', '~> 1.0'\n",
    'Near the top of the file, passes one more argument to gem.',
  ],
  [
    'yarn.lock',
    '"@scope/box@^1.0.0", "@scope/box@^1.2.0":\n  version "1.2.0"\n  dependencies:\n    lid "^2.0.0"\n',
    '"@scope/box@^1.0.0", "@scope/box@^1.2.0":\n  version "1.3.0"\n  dependencies:\n    lid "^2.1.0"\n',
    'Updates the package scope box from 1.2.0 to 1.3.0.',
  ],
  // In the middle of a comment, a backtick begins no string
  [
    'src/lib.rs',
    `/*!\n${'Text.\n'.repeat(250)}\nExample:\n\`\`\`\n*/\nconst KNOWN: &[&str] = &[\n    "one",\n    "two",\n];\n`,
    `/*!\n${'Text.\n'.repeat(250)}\nExample:\n\`\`\`\n*/\nconst KNOWN: &[&str] = &[\n    "one",\n    "two",\n    "three",\n];\n`,
    'In known, adds “three” to a list.',
  ],
  // One of several comments that are alike
  [
    'src/a.ts',
    'function f() {\n  one() // fine\n  more()\n  two() // fine\n}\n',
    'function f() {\n  one()\n  more()\n  two() // fine\n}\n',
    'In f, removes a comment.',
  ],
  [
    'src/a.ts',
    'function f() {\n  // reads it\n  one()\n}\n',
    'function f() {\n  // Reads it\n  one()\n}\n',
    'In f, changes only the case of letters in a comment.',
  ],
  [
    'src/lib.rs',
    'fn f() {\n    let mut n = one();\n    use_it(n);\n}\n',
    'fn f() {\n    let n = one();\n    use_it(n);\n}\n',
    'In f, removes “mut” from a line.',
  ],
  [
    'src/a.ts',
    'function f() {\n  if (a) {\n    one()\n  }\n  if (b) {\n    two()\n  }\n}\n',
    'function f() {\n  if (a) {\n    one()\n  } else {\n    three()\n  }\n  if (b) {\n    two()\n  } else {\n    three()\n  }\n}\n',
    'In f, adds two else branches and calls three.',
  ],
  // Documents
  [
    'README.md',
    '# Tool\n\nIt knows filters.\n',
    '# Tool\n\nIt knows [filters](docs/filters.md).\n',
    'In the section Tool, adds a link.',
  ],
  [
    'README.md',
    `# Tool\n\n${'A long line. '.repeat(30)}\n`,
    `# Tool\n\n${'A long line. '.repeat(30)}It ends.\n`,
    'In the section Tool, adds “it ends”.',
  ],
  [
    'README.md',
    `# Tool\n\n${'A long line. '.repeat(100)}\n`,
    `# Tool\n\n${'A long line. '.repeat(100)}It ends.\n`,
    'Near the top of the file, changes the end of a long line.',
  ],
  [
    'mime.types',
    '# Written by hand\naudio/mp4 m4a\n',
    '# Written by hand\naudio/mp3 mp3\naudio/mp4 m4a\n',
    'Near the top of the file, adds “audio mp3 mp3”.',
  ],
  [
    'script/proof',
    '#! /bin/bash\n\necho -e "Begins now!"\n',
    '#! /bin/bash\n\nprintf "Begins now!"\n',
    'Near the top of the file, calls printf with “begins now”.',
  ],
  // Versions
  [
    'pom.xml',
    '<project>\n  <artifactId>box</artifactId>\n  <packaging>jar</packaging>\n  <name>Box</name>\n  <url>x</url>\n  <version>0.5</version>\n</project>\n',
    '<project>\n  <artifactId>box</artifactId>\n  <packaging>jar</packaging>\n  <name>Box</name>\n  <url>x</url>\n  <version>0.6-SNAPSHOT</version>\n</project>\n',
    'Under project, changes the version from 0.5 to 0.6-SNAPSHOT.',
  ],
  [
    '.github/workflows/ci.yml',
    'jobs:\n  test:\n    steps:\n      - uses: actions/cache@38697555549f1db7851b # v4.1.0\n',
    'jobs:\n  test:\n    steps:\n      - uses: actions/cache@c10b8064de6f491fea52 # v4.2.0\n',
    'Updates the action cache from 4.1.0 to 4.2.0.',
  ],
]

describe('the description of a hunk', () => {
  test.each(cases)('in %s, from %j to %j, is “%s”', async (file, before, after, said) => {
    expect(await sentenceOfChange(file, before, after)).toBe(said)
    expect(said.split(' ').length).toBeLessThanOrEqual(25)
  })

  test('says what it can without the symbols and the text of the file', () => {
    const code = (heading: string, body: string): string[] =>
      bareSentences(`--- a/x.ts\n+++ b/x.ts\n@@ -300,2 +300,3 @@${heading}\n${body}`)
    expect(code(' function parseHeader(text: string) {', ' a\n+b\n c\n d\n e\n')).toEqual([
      'In parse header, adds one line.',
    ])
    expect(code('', ' a\n+b\n c\n d\n e\n')).toEqual(['Around line 301, adds one line.'])
    expect(code('', ' a\n-b\n')).toEqual(['At the end of the file, removes one line.'])
    expect(code('', ' a\n+if (ready) return\n c\n d\n e\n')).toEqual([
      'Around line 301, adds a condition on ready that returns early.',
    ])
  })

  test('of a merge, which has two old files, is known as well', () => {
    expect(
      bareSentences('diff --cc x.ts\n--- a/x.ts\n+++ b/x.ts\n@@@ -1,1 -1,1 +1,2 @@@\n  a\n++retry(b)\n'),
    ).toEqual(['Near the top of the file, calls retry.'])
  })

  test('tells that only the end of the last line changed', () => {
    const end = '\\ No newline at end of file'
    expect(bareSentences(`--- a/x.ts\n+++ b/x.ts\n@@ -1,1 +1,1 @@\n-a\n${end}\n+a\n`)).toEqual([
      'Changes only the line end at the end of the file.',
    ])
  })

  test('names nothing that is no word, and stays short with names of any length', () => {
    const long = 'veryLongName'.repeat(40)
    const [said] = bareSentences(`--- a/x.ts\n+++ b/x.ts\n@@ -1,1 +1,3 @@\n a\n+${long}(1)\n+$$$(2)\n`)
    expect(said!.split(' ').length).toBeLessThanOrEqual(25)
    expect(said!.length).toBeLessThan(200)
  })

  test('reads no more than the beginning of a huge hunk, whatever is in it', () => {
    const bodies = [
      Array.from({ length: 100_000 }, (_, at) => `if (value${at}.isReady('x')) return call${at}(${at})`),
      ['a('.repeat(500_000)],
      ['"'.repeat(1_000_000)],
      ...[
        '/* (((( {{{{ <<<< ````',
        "{ [ ( < '",
        'if ('.repeat(60),
        '@a(@b('.repeat(40),
        '<a '.repeat(80),
      ].map((line) => Array.from({ length: 3000 }, () => line)),
    ]
    const files = 'a.ts a.py a.rs a.json a.yaml a.md a.rst a.css a.html a.sh pnpm-lock.yaml a'.split(' ')
    for (const body of bodies) {
      const text = body.map((line) => `+${line}`).join('\n')
      const { lines, files: scanned } = scanDiff(`--- a/a\n+++ b/a\n@@ -1,1 +1,100001 @@\n x\n${text}\n`)
      for (const file of files) {
        let read = 0
        const diff = {
          lines: new Proxy(lines, {
            get(target, key) {
              read++
              return Reflect.get(target, key) as unknown
            },
          }),
          files: [],
        }
        const changed = { ...scanned[0]!, header: [`--- a/${file}`, `+++ b/${file}`] }
        const said = describeHunk({ diff, file: changed, hunk: changed.hunks[0]!, before: [], after: [] })
        expect(said.split(' ').length).toBeLessThanOrEqual(25)
        expect(read, `${file}: ${body[0]!.slice(0, 40)}`).toBeLessThan(300)
      }
    }
  })
})
