import { describe, expect, it } from 'vitest'
import { spokenName } from '../../../../../src/core/understanding/replies/spoken-name.ts'

describe('A spoken file name', () => {
  it.each([
    ['src/agent/session-manager.ts', 'session manager'],
    ['SessionManager.ts', 'session manager'],
    ['session_manager.py', 'session manager'],
    ['session-manager.test.ts', 'session manager test'],
    ['package.json', 'package.json'],
    ['docs/README.md', 'README.md'],
    ['HTTP-client.ts', 'HTTP client'],
    ['.gitignore', 'gitignore'],
    ['C:\\x\\a.ts', 'a.ts'],
    ['with\nnewline.ts', 'with newline'],
    ['', 'the file'],
    [`${'x'.repeat(300)}.ts`, 'the file'],
  ])('%j is "%s"', (file, said) => {
    expect(spokenName(file)).toBe(said)
  })
})
