// What a sentence about a hunk must not get wrong: places that are pooled, entries that are left out, names that stayed.
import { describe, expect, test } from 'vitest'
import { sentenceOfChange } from './sentence-of-change.ts'

const cases: [file: string, before: string | null, after: string | null, said: string][] = [
  // An entry that changed is said as well as one that came.
  [
    'History.md',
    '# Next\n\n  * deps: walker@1.2.0\n    - deps: one@1.0.0\n    - deps: two@1.0.0\n',
    '# Next\n\n  * deps: walker@1.2.1\n    - deps: one@1.0.0\n    - deps: other@1.3.0\n    - deps: two@1.0.0\n',
    'In the section Next, changes “1.2.0” to “1.2.1” in a list entry and adds the list entry “deps other 1.3.0”.',
  ],
  [
    'History.md',
    '# Next\n\n* Old news\n',
    '# Next\n\n* Fix the way that `none` is read in a header\n* Old news\n',
    'In the section Next, adds a list entry that begins with “fix the way that none”.',
  ],
  // Two lines in two sections
  [
    'README.md',
    '# A\n\n## Size\n\nType: `object`\n\n## Depth\n\nType: `object`\n',
    '# A\n\n## Size\n\nType: `object | false`\n\n## Depth\n\nType: `object | false`\n',
    'In the sections Size and Depth, adds “false” in two places.',
  ],
  [
    'README.md',
    '# A\n\nKind: red\nName: one\n',
    '# A\n\nKind: blue\nSize: two\n',
    'In the section A, changes 3 words.',
  ],
  // A value that is still set, in another way, is not said to be gone.
  [
    'src/a.ts',
    'function peek(): void {\n  fits = last\n  done()\n}\n',
    'function peek(): void {\n  fits &= last\n  done()\n}\n',
    'In peek, changes the value fits.',
  ],
  // Names that sound alike are not told apart by a voice.
  [
    'src/a.ts',
    'export function sendHeaders(): void {\n  one()\n  two()\n}\n',
    'export function _sendHeaders(): void {\n  one()\n  two()\n}\n',
    'Changes the name of the function send headers.',
  ],
  // Signs in a cell are what it says.
  [
    'README.md',
    '# A\n\n| Name | One | Two |\n|---|---|---|\n| Cookies | ✔ | ✖ |\n',
    '# A\n\n| Name | One | Two |\n|---|---|---|\n| Cookies | ✔ | ✔ |\n',
    'In the section A, changes a cell in the table row “cookies” from a cross to a tick.',
  ],
  ['README.md', '# A\n\nIt is 🎉 done.\n', '# A\n\nIt is 🔥 done.\n', 'In the section A, changes one line.'],
  ['README.md', '# A\n\nUse *.js files.\n', '# A\n\nUse .js files.\n', 'In the section A, changes one line.'],
  [
    'README.md',
    '# A\n\nUse it now.\n',
    '# A\n\nUse **it** now.\n',
    'In the section A, changes only the markup.',
  ],
  [
    'README.md',
    '# A\n\nSee [a](x.md), [b](y.md).\n',
    '# A\n\nSee [a](x.md), [b](z.md).\n',
    'In the section A, changes where a link leads.',
  ],
  [
    'README.md',
    '# A\n\nOne line here.\nTwo more there.\n',
    '# A\n\nTwo more there.\nOne line here.\n',
    'In the section A, moves one line.',
  ],
  // Nothing is renamed unless its declaration and its uses changed.
  [
    'src/a.ts',
    'function f(options: Options) {\n  if (options.depth) {\n    options.cache = undefined\n  }\n}\n',
    'function f(options: Options) {\n  if (options.depth) {\n    options.depth = undefined\n  }\n}\n',
    'In f, sets depth instead of cache.',
  ],
  [
    'src/a.ts',
    'function f() {\n  const one = load()\n  save(one)\n}\n',
    'function f() {\n  const two = load()\n  save(two)\n}\n',
    'In f, renames the variable one to two.',
  ],
  [
    'src/a.ts',
    'function f() {\n  const one = load()\n  save(one)\n  // And more.\n  save(other)\n}\n',
    'function f() {\n  const two = load()\n  save(one)\n  // And more.\n  save(other)\n}\n',
    'In f, the variable one becomes two.',
  ],
  [
    'src/a.ts',
    'send({\n  body: {\n    a,\n  },\n})\n',
    'send({\n  json: {\n    a,\n  },\n})\n',
    'Near the top of the file, body becomes json.',
  ],
  // A change is said of the declaration that has it.
  [
    'src/a.ts',
    'function merge(a: Target) {\n  if (has(a)) {\n    define(a)\n  }\n  return a\n}\n\nfunction join(list: T[]): T {\n  return go(list)\n}\n',
    'function merge(a: Target) {\n  return a\n}\n\nfunction join(list: S[]): S {\n  return go(list)\n}\n',
    'Changes the type of the parameter list of join and the return type, and in merge removes a condition on has.',
  ],
  [
    'src/a.ts',
    'function one() {\n  start()\n}\nfunction two() {\n  stop()\n}\n',
    'function one() {\n  start()\n  load()\n}\nfunction two() {\n  if (ready) stop()\n}\n',
    'In one, calls load and in two adds a condition on ready.',
  ],
  // Go
  [
    'main_test.go',
    'package main\n\nfunc TestLoad(t *testing.T) {\n\treq := httptest.NewRequest(GET, "/", nil)\n\tsend(req)\n}\n',
    'package main\n\nfunc TestLoad(t *testing.T) {\n\treq, _ := http.NewRequest(GET, "/", nil)\n\tsend(req)\n}\n',
    'In the test load, calls http new request instead of httptest new request.',
  ],
  [
    'glide.lock',
    'imports:\n- name: github.com/box/common\n  version: a3dec9be9263a539860d33473bcf165044d414d4\n  subpackages:\n  - color\n- name: github.com/box/colorable\n  version: 9056b7a9f2d1f2d96498d6d146acd1f9d5ed3d59\n',
    'imports:\n- name: github.com/box/common\n  version: 431777a5117c8de4352a400dad1e2a55f484b189\n  subpackages:\n  - color\n- name: github.com/box/colorable\n  version: ed8eb9e318d7a84ce5915b495b7d35e0cfe7b5a8\n',
    'Updates the packages common and colorable.',
  ],
  // What has a name is called by it.
  [
    'app/views.py',
    'from app.tools import (\n    one,\n    two,\n    three,\n    four,\n    five,\n)\n',
    'from app.tools import (\n    one,\n    two,\n    three,\n    five,\n)\n',
    'No longer imports four.',
  ],
  [
    'main.go',
    'package main\n\nfunc load() {\n\tv := Values{}\n\tsend(v)\n}\n',
    'package main\n\nfunc load() {\n\tv := Values{\n\t\tStartTime: start,\n\t}\n\tsend(v)\n}\n',
    'In load, sets the field start time of values.',
  ],
  [
    'main.go',
    'package main\n\ntype Server struct {\n\tName string\n\t// Root is where files are.\n\tRoot   fs.FS\n\tDepth int\n}\n',
    'package main\n\ntype Server struct {\n\tName string\n\n\t// Root is where files are.\n\t//\n\t// It opens them by their names, which start in it.\n\tRoot fs.FS\n\n\tDepth int\n}\n',
    'In the struct server, extends a comment of the field root.',
  ],
  [
    'main.go',
    'package main\n\nfunc load(ip string) {\n\tra := a\n\tif ip != "" {\n\t\tra = ip\n\t}\n}\n',
    'package main\n\nfunc load(ip string) {\n\tra := a\n\tif ip != "" {\n\t\tra = strings.Split(ip, ", ")[0]\n\t}\n}\n',
    'In load, calls split for the value of ra.',
  ],
  [
    'src/a.ts',
    'function f() {\n  // A bug.\n  // eslint-disable-next-line no-console\n  start()\n}\n',
    'function f() {\n  start()\n}\n',
    'In f, removes a comment and a lint directive.',
  ],
  [
    'src/a.ts',
    'function f(raw: Raw) {\n  if (is.object(raw.pages)) {\n    start()\n  }\n}\n',
    "function f(raw: Raw) {\n  if (Object.hasOwn(raw, 'pages') && is.object(raw.pages)) {\n    start()\n  }\n}\n",
    'In f, changes a condition on pages and calls has own.',
  ],
  [
    'build.sh',
    'make\n"$PIP" install -e .\n',
    'make\n',
    'Near the top of the file, removes the line “pip install e”.',
  ],
  [
    '.travis.yml',
    'install:\n  - go get github.com/box/glide\n  - glide install\n',
    'install:\n  - go get -u github.com/box/dep/...\n  - dep ensure -update\n',
    'Under install, changes two entries of a list, the first of which now begins with “go get u github”.',
  ],
  [
    'ci.yml',
    'steps:\n  run: |\n    npm install\n    npm test\n',
    'steps:\n  run: |\n    npm ci\n    npm test\n',
    'Under run, changes “install” to “ci” in a line.',
  ],
  [
    'test/acceptance/vhost.js',
    null,
    "describe('vhost', function () {\n  it('should say hello', function (done) {\n    done()\n  })\n\n  it('should say foo', function (done) {\n    done()\n  })\n})\n",
    'Creates the file with 9 lines: 2 tests in “vhost”.',
  ],
  [
    'page.html',
    '<table>\n  <tr><td>✔</td></tr>\n</table>\n',
    '<table>\n  <tr><td>✖</td></tr>\n</table>\n',
    'Near the top of the file, changes the text of the page.',
  ],
  [
    'page.html',
    '<ul>\n  <li><a href="/x">x</a></li>\n</ul>\n',
    '<ul>\n  <li><a href="/y">x</a></li>\n</ul>\n',
    'Near the top of the file, changes the attributes of a link.',
  ],
  // What stayed did not go, though it is in another declaration now.
  [
    'src/a.ts',
    "function make(p: P) {\n  p.once('error', async (e) => {\n    if (p.gone) {\n      return\n    }\n    stop(e)\n  })\n}\n",
    'function make(p: P) {\n  const onError = async (e: E) => {\n    if (p.gone) {\n      return\n    }\n    stop(e)\n  }\n}\n',
    'Adds the function on error and in make removes a call of once.',
  ],
  [
    'main.go',
    'package main\n\nfunc load() {\n\tvar lines []byte\n\tvar last string\n\tuse(last)\n}\n',
    'package main\n\nfunc load() {\n\tvar (\n\t\tlast string\n\t\tline string\n\t)\n\tuse(last)\n}\n',
    'In load, replaces the variable lines with line.',
  ],
  [
    'test/a.test.ts',
    "it('one', () => {\n  expect(get('a')).toBe(null)\n})\n\nit('two', () => {\n  expect(get('a')).toBe(null)\n})\n",
    "it('one', () => {\n  expect(get('b')).toBe(null)\n})\n\nit('two', () => {\n  expect(get('b')).toBe(null)\n})\n",
    'Across several tests, changes “a” to “b” in two strings.',
  ],
  [
    'src/a.ts',
    "function f() {\n  join('')\n}\n",
    "function f() {\n  join(' ')\n}\n",
    'In f, changes the text of a string.',
  ],
  [
    'src/a.js',
    'function f(url) {\n  url = map[url] || url\n  go(url)\n}\n',
    "function f(url) {\n  if (url === 'back') url = other\n  go(url)\n}\n",
    'In f, adds a condition on url and changes the value url.',
  ],
  [
    'src/a.js',
    'exports.flatten = function (list) {\n  return list.flat()\n}\n',
    "exports.flatten = deprecate(flatten, 'use flat')\n",
    'Replaces the function flatten with another value.',
  ],
  [
    'a.gemspec',
    'Gem::Specification.new do |s|\n  s.add_dependency "box"\n  s.add_dependency "lid", "1"\nend\n',
    'Gem::Specification.new do |s|\n  s.add_dependency "box", "1.4"\n  s.add_dependency "lid", "1"\nend\n',
    'Near the top of the file, adds “1.4” to a line.',
  ],
  [
    'test/a.test.ts',
    "describe('a list', () => {\n  it('is empty', () => {\n    go()\n  })\n})\n",
    "describe('a list', () => {\n  it('is empty', () => {\n    go()\n  })\n\n  describe('with more', () => {\n    it('grows', () => {\n      go()\n    })\n\n    it('shrinks', () => {\n      go()\n    })\n  })\n})\n",
    'In the tests “a list”, adds the tests “with more”.',
  ],
  [
    'spec/a_spec.rb',
    "describe 'a list' do\n  it 'is empty' do\n    go(1)\n  end\nend\n",
    "describe 'a list' do\n  it 'is empty' do\n    go(1)\n  end\n\n  it 'grows' do\n    go(2)\n  end\nend\n",
    'In the tests “a list”, adds the test “grows”.',
  ],
  [
    'test/a.test.ts',
    'start()\n',
    "start()\n\nit('grows', () => {\n  type State = {\n    size: number\n  }\n  const TestBox = () => {\n    go()\n  }\n})\n",
    'Near the top of the file, adds the test “grows”.',
  ],
  [
    'Makefile',
    'bench:\n\t@./support/bench\n\n.PHONY: docs clean\n',
    'bench:\n\t@./support/bench\n\n.PHONY: docs clean bench\n',
    'Near the top of the file, adds “bench” to a line.',
  ],
  [
    'src/a.ts',
    "function f() {\n  // It's done.\n  go()\n}\n",
    'function f() {\n  // Its done.\n  go()\n}\n',
    "In f, changes “it's” to “its” in a comment.",
  ],
  [
    'lib/a.js',
    "var connect = require('connect')\n  , methods = Router.methods\n  , other = 1\n",
    "var connect = require('connect')\n  , methods = require('methods')\n  , other = 1\n",
    'Near the top of the file, methods now comes from a module.',
  ],
  [
    'app/views.py',
    'from . import box\n',
    'import sys\n\ntry:\n    from . import box\nexcept ImportError:\n    import box\n',
    'Near the top of the file, adds error handling and imports sys.',
  ],
  [
    'src/a.ts',
    "export { one } from './one.ts'\n",
    "export { one } from './one.ts'\nexport type { Two } from './two.ts'\n",
    'Exports two.',
  ],
]

describe('the sentence about several places of a hunk', () => {
  test.each(cases)('in %s, from %j to %j, is “%s”', async (file, before, after, said) => {
    expect(await sentenceOfChange(file, before, after)).toBe(said)
    expect(said.split(' ').length).toBeLessThanOrEqual(25)
  })
})
