// What Parley says about projects of several languages, from their own files and from what is installed in them.
import { afterEach, describe, expect, it } from 'vitest'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { type Heard, startConversation } from './builtin-conversation.ts'

const opened: { close(): Promise<void>; folder: TempFolder }[] = []
afterEach(async () => {
  for (const { close, folder } of opened.splice(0)) {
    await close()
    folder.remove()
  }
})

async function askIn(files: Record<string, string>, said: string): Promise<Heard> {
  const folder = createTempFolder(files)
  const talk = await startConversation(folder.path)
  opened.push({ close: () => talk.close(), folder })
  return talk.ask(said)
}

const PRETTIER = JSON.stringify({ private: true, devDependencies: { prettier: '3' } })
const python = { 'harbour/__init__.py': '', 'harbour/ships.py': '', 'harbour/tides.py': '' }

describe('The dependencies of a project', () => {
  it.each([
    [
      'requirements.txt, beside a pyproject.toml for a formatter',
      {
        ...python,
        'pyproject.toml': '[tool.black]\nline-length = 100\n',
        'requirements.txt': 'flask>=3\nropes\n',
      },
      'It depends on 2 packages: flask and ropes.',
    ],
    [
      'a Python project, beside a package.json for a formatter',
      {
        ...python,
        'package.json': PRETTIER,
        'pyproject.toml': '[project]\nname = "harbour"\ndependencies = ["flask>=3"]\n',
      },
      'It depends on one package: flask.',
    ],
    [
      'a package.json, with one for development',
      {
        'index.js': '',
        'package.json': JSON.stringify({ dependencies: { express: '4' }, devDependencies: { jest: '29' } }),
      },
      'It depends on one package: express. One more package is only for development.',
    ],
    [
      'a package.json, all of them for development',
      { 'index.js': '', 'package.json': JSON.stringify({ devDependencies: { jest: '29', eslint: '9' } }) },
      'It needs nothing to run. 2 packages are only for development.',
    ],
    [
      'only a package.json for a formatter, in another language',
      { 'lib/harbour.rb': '', 'lib/ships.rb': '', 'package.json': PRETTIER },
      'I cannot tell what it needs to run. In package.json, one package is only for development.',
    ],
  ])('are those of %s', async (_, files, reply) => {
    expect((await askIn(files, 'what are its dependencies')).said).toBe(reply)
  })

  it.each([
    ['a broken package.json', { 'index.js': '', 'package.json': '{ "name": ' }],
    ['a pyproject.toml for a formatter', { ...python, 'pyproject.toml': '[tool.black]\n' }],
    [
      'a pyproject.toml that leaves them to a script',
      { ...python, 'pyproject.toml': '[project]\nname = "harbour"\ndynamic = ["dependencies"]\n' },
    ],
    ['a workspace of packages', { 'a/src/lib.rs': '', 'Cargo.toml': '[workspace]\nmembers = ["a"]\n' }],
  ])('are not said to be none because of %s', async (_, files) => {
    expect((await askIn(files, 'what are its dependencies')).said).not.toMatch(/nothing(?! about)/)
  })

  it('are listed with their own words where they are installed, otherwise with what they are known for', async () => {
    const heard = await askIn(
      {
        'index.js': '',
        'package.json': JSON.stringify({
          dependencies: { ropes: '1', express: '4', '../../etc': '1' },
          devDependencies: { vitest: '5' },
        }),
        'node_modules/ropes/package.json': JSON.stringify({
          version: '1.2.3',
          description: 'Strong [ropes](https://evil.example/) & <b>knots</b>',
        }),
      },
      'what are its dependencies',
    )
    const { content } = heard.artifact('markdown')
    expect(content).toContain('- `express`: web server')
    expect(content).toContain('- `vitest`: tests')
    expect(content).toContain('- `ropes`: Strong \\[ropes\\](https://evil.example/) & \\<b\\>knots')
  })

  it('are listed with their own words if they are installed for Python', async () => {
    const heard = await askIn(
      {
        ...python,
        'requirements.txt': 'Tide-Table\n',
        '.venv/lib/python3.12/site-packages/tide_table-2.0.dist-info/METADATA':
          'Metadata-Version: 2.1\nName: tide-table\nVersion: 2.0\nSummary: When the water comes\n',
      },
      'what are its dependencies',
    )
    expect(heard.artifact('markdown').content).toContain('- `Tide-Table`: When the water comes')
  })
})

describe('The version', () => {
  const web = {
    'index.js': '',
    'package.json': JSON.stringify({
      name: 'harbour',
      version: '2.3.4',
      engines: { node: '>=20' },
      dependencies: { react: '^18.2.0' },
      devDependencies: { typescript: '5' },
    }),
    'node_modules/typescript/package.json': JSON.stringify({ version: '5.9.1' }),
  }
  it.each([
    ['which version of react does it require', 'It asks for react ^18.2.0, says package.json.'],
    ['which version of react do we use', 'It asks for react ^18.2.0, says package.json.'],
    [
      'what version of typescript is this',
      'It asks for typescript 5, says package.json. Version 5.9.1 is installed.',
    ],
    ['which version of node do i need', 'It needs Node >=20. Package.json says so.'],
    ['which version of vue does it need', 'Package.json does not name vue.'],
    ['which version is this', 'harbour is at version 2.3.4, says package.json.'],
    ['what version of harbour is this', 'harbour is at version 2.3.4, says package.json.'],
  ])('asked for by %j is the right one', async (said, reply) => {
    expect((await askIn(web, said)).said).toBe(reply)
  })

  it.each([
    [web, 'package.json', 'harbour is at version 2.3.4, says package.json.'],
    [
      { 'harbour/__version__.py': '__title__ = "harbour"\n__version__ = "2.3.4"\n' },
      'harbour/__version__.py',
      'It is version 2.3.4, says harbour/__version__.py, line 2.',
    ],
  ])('is opened where it is written, for who asks where it is', async (files, file, reply) => {
    const heard = await askIn(files, 'where is the version number')
    expect(heard.said).toBe(reply)
    expect(heard.artifacts.at(-1)).toMatchObject({ file })
  })
})

describe('A project in Go', () => {
  const go = {
    'go.mod':
      'module example.test/sea/harbour/v2\n\ngo 1.22\n\nrequire (\n\texample.test/x/ropes/v10 v10.1.0\n\texample.test/tide.v3 v3.0.0\n)\n',
    'version.go': 'package harbour\n\nconst Version = "v2.3.4"\n',
  }
  it.each([
    ['what are its dependencies', 'It depends on 2 packages: ropes and tide.'],
    ['which version of ropes does it need', 'It asks for example.test/x/ropes/v10 v10.1.0, says go.mod.'],
    ['what version of harbour is this', 'It is version 2.3.4, says version.go, line 3.'],
  ])('is answered from its files: %j', async (said, reply) => {
    expect((await askIn(go, said)).said).toBe(reply)
  })
})

describe('A summary of a project', () => {
  it('leaves out what stands beside it: tests, examples and measurements', async () => {
    const heard = await askIn(
      {
        'source/index.ts': 'export function moor() {}\n',
        'benchmark/index.ts': 'export function measure() {}\n',
        'examples/app.ts': 'export function show() {}\n',
        'test/main.ts': 'export function check() {}\n',
      },
      'what is this project',
    )
    const { content } = heard.artifact('markdown')
    expect(content).toContain('## Entry points\n\n- `source/index.ts`\n\n')
    expect(content).toContain('## Main parts\n\n- function `moor`')
    expect(content).not.toMatch(/function `(?:measure|show|check)`/)
  })

  it('tells its dependencies with their purpose, where it starts, and how to run and test it', async () => {
    const heard = await askIn(
      {
        'src/server.js': '',
        'docs/index.md': '',
        'package.json': JSON.stringify({
          main: 'src/server.js',
          scripts: { start: 'node src/server.js', test: 'vitest' },
          dependencies: { express: '4', pg: '8', unheard: '1' },
          devDependencies: { vitest: '5' },
        }),
      },
      'what is this project',
    )
    const { content } = heard.artifact('markdown')
    expect(content).toContain(
      '## Dependencies\n\n- `express`: web server\n- `pg`: database client\n- `unheard`\n',
    )
    expect(content).toContain('## Only for development\n\n- `vitest`: tests')
    expect(content).toContain('## Entry points\n\n- `src/server.js`\n\n')
    expect(content).toContain('- run: `npm run start`\n- test: `npm test`')
  })

  it.each([
    [
      'Python',
      {
        ...python,
        'pyproject.toml': '[project]\nname = "harbour"\n[project.scripts]\nmoor = "harbour.cli:main"\n',
      },
      '- `moor: harbour.cli:main`',
    ],
    [
      'Go',
      { 'go.mod': 'module example.test/harbour\n', 'cmd/moor/main.go': 'package main\n' },
      '- `cmd/moor/main.go`',
    ],
    ['Rust', { 'Cargo.toml': '[package]\nname = "h"\n', 'src/bin/moor.rs': '' }, '- `src/bin/moor.rs`'],
    ['Rust', { 'Cargo.toml': '[package]\nname = "h"\n', 'src/main.rs': '' }, '- `src/main.rs`'],
  ])('tells where a project in %s starts', async (_, files, entry) => {
    expect((await askIn(files, 'what is this project')).artifact('markdown').content).toContain(entry)
  })
})
