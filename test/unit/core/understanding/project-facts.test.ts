import { describe, expect, it } from 'vitest'
import { projectFacts } from '../../../../src/core/understanding/project-facts.ts'

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

  it.each(['package.json', 'pyproject.toml', 'go.mod', 'Cargo.toml', 'setup.cfg', 'pom.xml'])(
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
