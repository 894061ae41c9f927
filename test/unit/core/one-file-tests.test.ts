import { describe, expect, it } from 'vitest'
import { oneFileTests } from '../../../src/core/one-file-tests.ts'

const only = (commands: string[], file: string): string | null =>
  oneFileTests(
    commands.map((command) => ({ purpose: 'test', command, source: 'x' })),
    file,
  )

describe('The tests of one file alone', () => {
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
  ])('are run by %s, of %s, as it is told so', (command, file, expected) => {
    expect(only([command], file)).toBe(expected)
  })

  it.each([
    ['make test', 'test/a.test.ts'],
    ['tox', 'tests/test_a.py'],
    ['dotnet test', 'ATests.cs'],
    // Cargo would take the path for a name, find no such test, and be content.
    ['cargo test', 'src/quay.rs'],
    ['cargo test', 'crates/a/tests/quay.rs'],
    ['npm test', 'tests/test_a.py'],
  ])('cannot be run by %s, of %s', (command, file) => {
    expect(only([command], file)).toBeNull()
  })

  it('are run by the one of several that can', () => {
    expect(only(['npm test', 'make test', 'pytest'], 'tests/test_a.py')).toBe('pytest tests/test_a.py')
  })
})
