import { describe, expect, it } from 'vitest'
import { MANIFESTS, projectFacts } from '../../../../src/core/understanding/manifests.ts'

describe('What a project says about itself', () => {
  it('is in package.json', () => {
    const text = JSON.stringify({
      name: 'harbour',
      version: '1.2.3',
      engines: { node: '>=20' },
      dependencies: { ropes: '1' },
      devDependencies: { vitest: '5' },
    })
    expect(projectFacts('package.json', text)).toMatchObject({
      name: 'harbour',
      version: '1.2.3',
      needs: 'Node >=20',
      dependencies: ['ropes'],
      developerDependencies: ['vitest'],
    })
  })

  it('is in pyproject.toml', () => {
    const text =
      '[project]\nname = "harbour"\nversion = "1.2.3"\nrequires-python = ">=3.9"\ndependencies = [\n  "ropes[fine]>=1",\n  \'tide\',\n]\n[tool.x]\nname = "no"\n'
    expect(projectFacts('pyproject.toml', text)).toMatchObject({
      name: 'harbour',
      version: '1.2.3',
      needs: 'Python 3.9 or newer',
      dependencies: ['ropes', 'tide'],
    })
  })

  it('is in go.mod', () => {
    const text =
      'module example.test/harbour\n\ngo 1.22\n\nrequire (\n\texample.test/ropes v1.0.0\n\texample.test/tar v1.0.0 // indirect\n)\n'
    expect(projectFacts('go.mod', text)).toMatchObject({
      name: 'example.test/harbour',
      needs: 'Go 1.22 or newer',
      dependencies: ['example.test/ropes'],
    })
  })

  it('is in Cargo.toml', () => {
    const text =
      '[package]\nname = "harbour"\nversion = "1.2.3"\n\n[dependencies]\nropes = "1"\ntide = { version = "2" }\n'
    expect(projectFacts('Cargo.toml', text)).toMatchObject({
      version: '1.2.3',
      dependencies: ['ropes', 'tide'],
    })
  })

  it.each([
    ['pyproject.toml', '[tool.black]\nline-length = 100\n', null],
    ['pyproject.toml', '[project]\nname = "harbour"\ndynamic = ["version", "dependencies"]\n', null],
    ['pyproject.toml', '[project] # ours\nname = "harbour"\n', []],
    ['pyproject.toml', '[tool.poetry]\nname = "harbour"\n', null],
    ['pyproject.toml', '[tool.poetry.dependencies]\npython = "^3"\ntide = "1"\n', ['tide']],
    ['Cargo.toml', '[workspace]\nmembers = ["a"]\n', null],
    ['Cargo.toml', '[workspace]\n[workspace.dependencies]\nropes = "1"\n', ['ropes']],
    ['Cargo.toml', '[package]\nname = "harbour"\n', []],
    [
      'Cargo.toml',
      '[package]\nname = "h"\n[dependencies.ropes]\nversion = "1"\n[target.\'cfg(unix)\'.dependencies]\ntide = "1"\n',
      ['ropes', 'tide'],
    ],
    ['package.json', '{ "name": "harbour", ', null],
    ['package.json', '{ "name": "harbour" }', []],
    ['package.json', '{ "workspaces": ["packages/*"] }', null],
    ['requirements.txt', '# ours\nropes[fine]>=1 # strong\n-r more.txt\n\ntide == 2\n', ['ropes', 'tide']],
    ['setup.py', 'setup(\n    name="harbour",\n    install_requires=["ropes>=1"],\n)\n', ['ropes']],
    [
      'requirements.txt',
      'git+https://example.test/ropes\nhttps://example.test/tide.whl\n./here\nropes==1 \\\n    --hash=sha256:00\n',
      ['ropes'],
    ],
    ['setup.py', 'setup()\n', null],
    [
      'setup.cfg',
      '[options]\ninstall_requires =\n    ropes>=1\n    tide\npackages = find:\n',
      ['ropes', 'tide'],
    ],
    ['composer.json', '{ "require": { "php": ">=8", "harbour/ropes": "1" } }', ['harbour/ropes']],
  ])('about dependencies is known only if it says so: %s, %j', (file, text, dependencies) => {
    expect(projectFacts(file, text).dependencies).toEqual(dependencies)
  })

  it.each([
    ['package.json', '{ "dependencies": { "ropes": "^18.2.0" } }', '^18.2.0'],
    ['pyproject.toml', '[project]\ndependencies = ["ropes[fine]>=1,<2; extra"]\n', '>=1,<2'],
    ['Cargo.toml', '[package]\n[dependencies]\nropes = { version = "1.2", features = [] }\n', '1.2'],
    ['Cargo.toml', '[package]\n[dependencies.ropes]\nversion = "1.2"\n', '1.2'],
    ['requirements.txt', 'ropes ~= 3.1  # strong\n', '~= 3.1'],
  ])('about the version of a package is in %s', (file, text, version) => {
    expect(projectFacts(file, text).versions.get('ropes')).toBe(version)
  })

  it('about where it starts is in pyproject.toml', () => {
    const text = '[project]\nname = "harbour"\n[project.scripts]\nmoor = "harbour.cli:main"\n'
    expect(projectFacts('pyproject.toml', text).entryPoints).toEqual(['moor: harbour.cli:main'])
  })

  it('comes quickly and bounded from hostile requirements', () => {
    for (const text of ['a'.repeat(300_000), 'a\n'.repeat(100_000), 'a['.repeat(100_000)])
      expect(JSON.stringify(projectFacts('requirements.txt', text).dependencies).length).toBeLessThan(5000)
  })

  it.each([...MANIFESTS].filter((file) => file !== 'requirements.txt'))(
    'comes quickly and empty from a hostile %s',
    (file) => {
      for (const text of [
        `\t${'/'.repeat(190_000)}`,
        'dependencies = ['.repeat(12_000),
        `[project]\n${'dependencies = [\n'.repeat(12_000)}`,

        '\n'.repeat(300_000),
        ' '.repeat(300_000),
        'a\n \t'.repeat(60_000),
        '[[[[',
        '{'.repeat(9000),
      ])
        expect(projectFacts(file, text).dependencies ?? []).toEqual([])
    },
  )
})
