// Real commands: their output, their end, and that no process is left.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
let workspace: Workspace
beforeEach(async () => {
  folder = createTempFolder()
  workspace = await openWorkspace(folder.path)
})
afterEach(async () => {
  await workspace.close()
  folder.remove()
})
const fault = (code: string) => ({ fault: { code } })

/** Whether a process has ended. One that was not collected yet is still listed, as a zombie. */
function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform === 'linux' && /\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}
/** There is no event for the end of a process that is not our own child. */
const ended = (output: string): Promise<void> =>
  vi.waitFor(() => expect(hasEnded(Number(output))).toBe(true), { timeout: 60_000 })

describe.skipIf(process.platform === 'win32')('A command', () => {
  it('gives its exit code and both its outputs', async () => {
    const heard: string[] = []
    const result = await workspace.runCommand('echo out; echo err >&2; exit 3', {
      onOutput: (text) => heard.push(text),
    })
    expect(result).toMatchObject({
      exitCode: 3,
      signal: null,
      timedOut: false,
      stopped: false,
      truncated: false,
    })
    expect(result.output.split('\n').toSorted()).toEqual(['', 'err', 'out'])
    expect(heard.join('')).toBe(result.output)
    expect(result.durationMs).toBeGreaterThanOrEqual(0)
  })

  it('has the environment of the app, and none of its secrets', async () => {
    vi.stubEnv('LIVEKIT_API_SECRET', 'nobody’s business')
    vi.stubEnv('OF_THE_PROJECT', 'harbour')
    try {
      const { output } = await workspace.runCommand('env')
      expect(output).toContain('OF_THE_PROJECT=harbour')
      expect(output).not.toContain('nobody’s business')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('reports its output while it runs', async () => {
    folder.write('go', '')
    const heard: string[] = []
    // It ends only once the listener deletes the file.
    const result = await workspace.runCommand('echo begun; while [ -e go ]; do sleep 0.02; done; echo done', {
      onOutput(text) {
        heard.push(text)
        if (heard.length === 1) void workspace.deleteFile('go')
      },
    })
    expect(heard[0]).toBe('begun\n')
    expect(result.output).toBe('begun\ndone\n')
  })

  it('is a line for the shell, run in the given folder', async () => {
    mkdirSync(path.join(folder.path, 'sub dir'))
    const result = await workspace.runCommand('pwd && echo "$((1 + 1))" | cat', { cwd: 'sub dir' })
    expect(result.output).toBe(`${folder.path}/sub dir\n2\n`)
  })

  it('does not run outside the workspace, in a file, or if it is empty', async () => {
    folder.write('a.txt', '')
    symlinkSync('/', path.join(folder.path, 'link'))
    await expect(workspace.runCommand('true', { cwd: 'link' })).rejects.toMatchObject(
      fault('outside_workspace'),
    )
    await expect(workspace.runCommand('true', { cwd: 'a.txt' })).rejects.toMatchObject(
      fault('file_not_found'),
    )
    await expect(workspace.runCommand('  ')).rejects.toMatchObject(fault('bad_request'))
  })

  it('has no input, so that it does not wait for somebody to type', async () => {
    expect((await workspace.runCommand('cat; echo over')).output).toBe('over\n')
  })

  it('that takes too long is ended, with all it started', async () => {
    const result = await workspace.runCommand('sleep 600 & echo $!; sleep 600', { timeoutMs: 500 })
    expect(result).toMatchObject({ timedOut: true, stopped: false, exitCode: null, signal: 'SIGTERM' })
    await ended(result.output)
  })

  it('that is stopped is ended, with all it started', async () => {
    const stop = new AbortController()
    const result = await workspace.runCommand('(sleep 600 & echo $!; wait) & wait', {
      signal: stop.signal,
      onOutput: () => stop.abort(),
    })
    expect(result).toMatchObject({ stopped: true, timedOut: false })
    await ended(result.output)
  })

  it('that ignores signals is killed', async () => {
    const stop = new AbortController()
    const result = await workspace.runCommand("trap '' TERM; echo $$; while :; do sleep 0.05; done", {
      signal: stop.signal,
      onOutput: () => stop.abort(),
    })
    expect(result).toMatchObject({ stopped: true, signal: 'SIGKILL' })
    await ended(result.output)
  })

  it('that ends leaves nothing running', async () => {
    const result = await workspace.runCommand('sleep 600 & echo $!')
    expect(result).toMatchObject({ exitCode: 0, timedOut: false })
    await ended(result.output)
  })

  it('is over even if a process it left ignores signals and holds its output', async () => {
    const left = `sh -c 'trap "" TERM; echo $$; : > ready; exec sleep 600' & until [ -e ready ]; do sleep 0.02; done`
    const result = await workspace.runCommand(left, { timeoutMs: 25_000 })
    expect(result).toMatchObject({ exitCode: 0, signal: null, timedOut: false, stopped: false })
    await ended(result.output)
  })

  it.skipIf(process.platform !== 'linux')(
    'is over even if a process it left has moved to another group with its output',
    async () => {
      const left = `setsid sh -c 'echo $$; : > ready; exec sleep 600' & until [ -e ready ]; do sleep 0.02; done`
      const result = await workspace.runCommand(left, { timeoutMs: 25_000 })
      expect(result).toMatchObject({ exitCode: 0, timedOut: false })
      process.kill(Number(result.output), 'SIGKILL')
    },
  )

  it('that prints too much gives its beginning and its end', async () => {
    let heard = 0
    const result = await workspace.runCommand('echo first; seq 1 400000; echo last', {
      onOutput: (text) => (heard += text.length),
    })
    expect(result.truncated).toBe(true)
    expect(result.output.startsWith('first\n1\n')).toBe(true)
    expect(result.output.endsWith('400000\nlast\n')).toBe(true)
    expect(result.output.length).toBeLessThan(600_000)
    expect(heard).toBeLessThan(300_000)
  })

  it('keeps characters whole that come in two pieces', async () => {
    const result = await workspace.runCommand("printf '\\303'; sleep 0.05; printf '\\251\\n'")
    expect(result.output).toBe('é\n')
  })
})

describe('The commands of a project', () => {
  const found = async (): Promise<string[]> =>
    (await workspace.projectCommands()).map(
      ({ purpose, command, source }) => `${source}: ${purpose}: ${command}`,
    )

  it.each<[string, Record<string, string>, string[]]>([
    ['nothing', { 'a.txt': '' }, []],
    [
      'npm',
      {
        'package.json': '{"scripts":{"test":"vitest","lint":"eslint .","build":"tsc"}}',
        'package-lock.json': '{}',
      },
      [
        'package.json: test: npm test',
        'package.json: lint: npm run lint',
        'package.json: build: npm run build',
      ],
    ],
    [
      'pnpm, with no tests yet',
      {
        'package.json':
          '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1","compile":"tsc"}}',
        'pnpm-lock.yaml': '',
      },
      ['package.json: build: pnpm run compile'],
    ],
    [
      'yarn by its name',
      { 'package.json': '{"packageManager":"yarn@4.1.0","scripts":{"test":"x"}}' },
      ['package.json: test: yarn test'],
    ],
    [
      'bun',
      { 'package.json': '{"scripts":{"test":"x"}}', 'bun.lock': '' },
      ['package.json: test: bun run test'],
    ],
    ['a broken package', { 'package.json': '{"scripts":' }, []],
    [
      'make',
      { Makefile: 'CC := gcc\ntest: all\n\t./t\nall:\n\tcc\nlint := no\n' },
      ['Makefile: test: make test', 'Makefile: build: make all'],
    ],
    [
      'Rust',
      { 'Cargo.toml': '' },
      ['Cargo.toml: test: cargo test', 'Cargo.toml: lint: cargo clippy', 'Cargo.toml: build: cargo build'],
    ],
    [
      'Go',
      { 'go.mod': '' },
      ['go.mod: test: go test ./...', 'go.mod: lint: go vet ./...', 'go.mod: build: go build ./...'],
    ],
    [
      'Python with pytest and uv',
      { 'pyproject.toml': '[build-system]\n[tool.pytest.ini_options]\n[tool.ruff]\n', 'uv.lock': '' },
      [
        'pyproject.toml: test: uv run pytest',
        'pyproject.toml: lint: uv run ruff check',
        'pyproject.toml: build: uv build',
      ],
    ],
    ['Python with tox', { 'tox.ini': '[testenv]\ncommands = x\n' }, ['tox.ini: test: tox']],
    ['Python with nothing', { 'setup.py': '' }, ['setup.py: test: python -m unittest']],
    [
      'Gradle',
      { 'build.gradle.kts': '', gradlew: '' },
      [
        'build.gradle.kts: test: ./gradlew test',
        'build.gradle.kts: lint: ./gradlew check',
        'build.gradle.kts: build: ./gradlew build',
      ],
    ],
    ['Maven', { 'pom.xml': '' }, ['pom.xml: test: mvn test', 'pom.xml: build: mvn package']],
    [
      'PHP',
      { 'composer.json': '{"scripts":{"lint":"x"}}', 'phpunit.xml.dist': '' },
      ['composer.json: test: vendor/bin/phpunit', 'composer.json: lint: composer lint'],
    ],
    [
      'Ruby',
      { Gemfile: 'gem "rspec"\ngem "rubocop"\n', 'spec/a_spec.rb': '' },
      ['Gemfile: test: bundle exec rspec', 'Gemfile: lint: bundle exec rubocop'],
    ],
    ['rake', { Rakefile: 'task :build' }, ['Rakefile: test: rake test', 'Rakefile: build: rake build']],
  ])('are found for %s', async (_, files, commands) => {
    for (const [file, text] of Object.entries(files)) folder.write(file, text)
    expect(await found()).toEqual(commands)
  })

  it.each([
    ['package-lock.json', 'npm'],
    ['pnpm-lock.yaml', 'pnpm'],
    ['yarn.lock', 'yarn'],
    ['bun.lock', 'bun'],
  ])('include the scripts of a package with %s, each as one word for %s', async (lock, manager) => {
    folder.write(lock, '')
    folder.write('package.json', '{"scripts":{"type-check":"tsc","say it\'s; ls":"echo"}}')
    expect(await workspace.projectScripts()).toEqual([
      { name: 'type-check', command: `${manager} run type-check` },
      { name: "say it's; ls", command: `${manager} run 'say it'\\''s; ls'` },
    ])
  })

  it.skipIf(process.platform === 'win32')('are not read from a link to elsewhere', async () => {
    const outside = createTempFolder({ 'package.json': '{"scripts":{"test":"x"}}' })
    try {
      symlinkSync(path.join(outside.path, 'package.json'), path.join(folder.path, 'package.json'))
      expect(await found()).toEqual([])
    } finally {
      outside.remove()
    }
  })
})
