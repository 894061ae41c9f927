import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { understand } from '../../../../src/core/intents/understand.ts'

describe('A wish to see a file', () => {
  it.each([
    ['open src/a.ts', 'src/a.ts'],
    ['Open up src/a.ts.', 'src/a.ts'],
    ['show package.json', 'package.json'],
    ['show me the session manager', 'session manager'],
    ['Please open the session manager file.', 'session manager'],
    ['Can you open the session manager for me, please?', 'session manager'],
    ['hey Parley, read session manager dot ts', 'session manager dot ts'],
    ['read me the session manager', 'session manager'],
    ['open the file called notes.txt', 'notes.txt'],
    ['find the file session manager', 'session manager'],
    ['open "my file.ts"', 'my file.ts'],
    ['open the line parser', 'line parser'],
    ['open changes', 'changes'],
    ['open CHANGES.md', 'CHANGES.md'],
    ['open the read me', 'readme'],
    ['read me', 'readme'],
    ['show me the readme file', 'readme'],
    ['src/main/index.ts', 'src/main/index.ts'],
    ['go to session manager', 'session manager'],
    ['open ../../etc/passwd', '../../etc/passwd'],
    ['open -rf.ts', '-rf.ts'],
  ])('is heard in "%s"', (said, target) => {
    expect(understand(said)).toEqual({ kind: 'open', target })
  })

  it.each([
    ['open src/a.ts line 40', 'src/a.ts', 40],
    ['open src/a.ts at line 40.', 'src/a.ts', 40],
    ['open src/a.ts, line number 1,200', 'src/a.ts', 1200],
    ['open src/a.ts:40', 'src/a.ts', 40],
    ['open src/a.ts:40:7', 'src/a.ts', 40],
    ['src/a.ts:40', 'src/a.ts', 40],
    ['open C:\\x\\a.ts:40', 'C:\\x\\a.ts', 40],
    ['open line 40 of the session manager', 'session manager', 40],
    ['go to line forty two in the session manager', 'session manager', 42],
    ['open the session manager on line forty two', 'session manager', 42],
    ['open the line parser line 3', 'line parser', 3],
  ])('with a line is heard in "%s"', (said, target, line) => {
    expect(understand(said)).toEqual({ kind: 'open', target, line })
  })
})

describe('A wish to find text', () => {
  it.each([
    ['find retry', 'retry'],
    ['Find retry.', 'retry'],
    ['find "retry later" please', 'retry later'],
    ["find 'the'", 'the'],
    ['find   "two  spaces" ', 'two  spaces'],
    ['find “retry later”', 'retry later'],
    ['find the retry logic', 'retry logic'],
    ['search for retry', 'retry'],
    ['search retry', 'retry'],
    ['search the code for retry', 'retry'],
    ['search for retry in the codebase', 'retry'],
    ['look for retry in this project', 'retry'],
    ['look for "in the code" in the code', 'in the code'],
    ['where is retry', 'retry'],
    ["where's the retry logic defined?", 'retry logic'],
    ['where do we use retry', 'retry'],
    ['show me where retry is used', 'retry'],
    ['find all uses of retry', 'retry'],
    ['find references to SessionManager', 'SessionManager'],
    ['which files mention retry', 'retry'],
    ['grep the', 'the'],
    ['grep for foo(.*)[a-z]+\\', 'foo(.*)[a-z]+\\'],
    ['find --version', '--version'],
    ['find $(rm -rf /)', '$(rm -rf /)'],
    ['could you find Größe', 'Größe'],
  ])('is heard in "%s"', (said, text) => {
    expect(understand(said)).toEqual({ kind: 'find', text })
  })
})

describe('A wish to see the changes', () => {
  it.each([
    'show the changes',
    'Show me the changes.',
    'show changes',
    'show me my uncommitted changes',
    'show the diff',
    'show the working changes',
    'working changes',
    'what changed',
    'What changed?',
    "what's changed",
    'what has changed since the last commit',
    'what did I change?',
    'what have we changed so far',
    'show me what changed',
    'diff',
    'git diff',
    'the changes, please',
    'open the changes',
    'can you show me the changes I made',
    'show the changes in this project',
  ])('is heard in "%s"', (said) => {
    expect(understand(said)).toEqual({ kind: 'changes' })
  })
})

describe('Anything else', () => {
  it.each([
    '',
    '   ',
    '?',
    'open',
    'find',
    'search',
    'hello',
    'hello there',
    'what time is it',
    'go to line 40',
    'please',
  ])('such as "%s" is not understood', (said) => {
    expect(understand(said)).toEqual({ kind: 'unknown' })
  })

  it('never takes long and never fails, whatever is said', () => {
    const word = fc.constantFrom(
      'open',
      'show',
      'the',
      'find',
      'where',
      'is',
      'changes',
      'line',
      'of',
      '"',
      'please',
      ':4',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word, { maxLength: 400 }).map((words) => words.join(' ')),
        ),
        (said) => {
          const started = performance.now()
          const intent = understand(said)
          if (intent.kind === 'open') expect(intent.target).not.toBe('')
          if (intent.kind === 'find') expect(intent.text).not.toBe('')
          expect(performance.now() - started).toBeLessThan(250)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
