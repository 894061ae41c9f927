import { describe, expect, it } from 'vitest'
import { testCommand } from '../../../../src/core/tools/test-command.ts'

const only = (commands: string[], file: string): string | null =>
  testCommand(
    commands.map((command) => ({ purpose: 'test', command, source: 'x' })),
    file,
    'sh',
  )

describe('The command for the tests of one file', () => {
  it.each([
    ['npm test', 'test/a b.test.ts', "npm test -- 'test/a b.test.ts'"],
    ['pnpm test', 'src/a.spec.tsx', 'pnpm test src/a.spec.tsx'],
    ['yarn test', 'a.test.mjs', 'yarn test a.test.mjs'],
    ['bun run test', 'a.test.js', 'bun run test a.test.js'],
    ['uv run pytest', 'tests/test_a.py', 'uv run pytest tests/test_a.py'],
    ['python -m unittest', 'test_a.py', 'python -m unittest test_a.py'],
    ['go test ./...', 'pkg/quay/quay_test.go', 'go test ./pkg/quay'],
    ['go test ./...', 'main_test.go', 'go test ./'],
    ['cargo test', 'tests/quay.rs', 'cargo test --test quay'],
    ['bundle exec rspec', 'spec/a_spec.rb', 'bundle exec rspec spec/a_spec.rb'],
    ['rake test', 'test/a_test.rb', 'rake test TEST=test/a_test.rb'],
    ['vendor/bin/phpunit', 'tests/ATest.php', 'vendor/bin/phpunit tests/ATest.php'],
    ['mvn test', 'src/test/java/a/QuayTest.java', 'mvn test -Dtest=QuayTest'],
    ['./gradlew test', 'src/test/kotlin/QuayTest.kt', './gradlew test --tests QuayTest'],
  ])('of %s and %s names the file', (command, file, expected) => {
    expect(only([command], file)).toBe(expected)
  })

  it.each([
    ['make test', 'test/a.test.ts'],
    ['tox', 'tests/test_a.py'],
    ['dotnet test', 'ATests.cs'],
    // Cargo would take the path for a test name, find no such test, and succeed.
    ['cargo test', 'src/quay.rs'],
    ['cargo test', 'crates/a/tests/quay.rs'],
    ['npm test', 'tests/test_a.py'],
  ])('does not exist for %s and %s', (command, file) => {
    expect(only([command], file)).toBeNull()
  })

  it('uses the first runner that can take a file', () => {
    expect(only(['npm test', 'make test', 'pytest'], 'tests/test_a.py')).toBe('pytest tests/test_a.py')
  })
})

describe('On Windows, the command for the tests of one file', () => {
  const commands = [{ purpose: 'test', command: 'npm test', source: 'x' }] as const

  it('quotes the name for cmd.exe', () => {
    expect(testCommand(commands, 'test/a b.test.ts', 'cmd')).toBe('npm test -- "test/a b.test.ts"')
  })

  it('does not exist for a name of which cmd.exe would run a part', () => {
    expect(testCommand(commands, 'a & calc.test.ts', 'cmd')).toBeNull()
    expect(testCommand(commands, '%PATH%.test.ts', 'cmd')).toBeNull()
  })
})
