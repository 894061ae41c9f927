import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grammars, understand } from '../../../../src/core/understanding/understand.ts'
import { cpuTime } from '../../../cpu-time.ts'

describe('A request to open a file', () => {
  it.each([
    ['open src/a.ts', 'src/a.ts'],
    ['Open up src/a.ts.', 'src/a.ts'],
    ['show package.json', 'package.json'],
    ['show me the session manager', 'session manager'],
    ['Please open the session manager file.', 'session manager'],
    ['Can you open the session manager for me, please?', 'session manager'],
    ['hey Parley, read session manager dot ts', 'session manager.ts'],
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
  ])('is understood in "%s"', (said, target) => {
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
  ])('with a line is understood in "%s"', (said, target, line) => {
    expect(understand(said)).toEqual({ kind: 'open', target, line })
  })
})

describe('A request to find text', () => {
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
    ['grep the', 'the'],
    ['grep for foo(.*)[a-z]+\\', 'foo(.*)[a-z]+\\'],
    ['find --version', '--version'],
    ['find $(rm -rf /)', '$(rm -rf /)'],
    ['could you find Größe', 'Größe'],
  ])('is understood in "%s"', (said, text) => {
    expect(understand(said)).toMatchObject({ kind: 'find', text })
  })

  it.each([
    ['find "retry later" please', 'exact'],
    ['grep the', 'exact'],
    ['search for the regular expression a|b', 'regex'],
  ])('has a search mode in "%s"', (said, how) => {
    expect(understand(said)).toMatchObject({ how })
  })

  it.each([
    'where do we use retry',
    'show me where retry is used',
    'find all uses of retry',
    'which files mention retry',
  ])('may ask for uses, as in "%s"', (said) =>
    expect(understand(said)).toEqual({ kind: 'usages', name: 'retry' }),
  )
})

describe('A request to see the changes', () => {
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
  ])('is understood in "%s"', (said) => {
    expect(understand(said)).toEqual({ kind: 'changes' })
  })
})

describe('Anything else', () => {
  it.each(['', '   ', '?', 'open', 'find', 'search', 'hello', 'hello there', 'please'])(
    'such as "%s" is not understood',
    (said) => {
      expect(understand(said)).toEqual({ kind: 'unknown' })
    },
  )

  it('never changes or runs half of a long request', () => {
    const long = 'x'.repeat(2000)
    for (const said of [
      `replace a with ${long}`,
      `run echo ${long}`,
      `rename a to ${long}`,
      `create a file called ${long}`,
    ]) {
      expect(understand(said)).toEqual({ kind: 'unknown' })
    }
  })

  const word = fc.constantFrom(
    ...'open show the find where is are changes line lines of in " please :4 replace with rename to undo run tests who wrote what does do camel case dot ts slash all every todo stop wait number two hundred and regex for a yes no summarise this'.split(
      ' ',
    ),
  )

  it('is understood quickly and without failing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'binary', maxLength: 2000 }),
          fc.array(word, { maxLength: 400 }).map((words) => words.join(' ')),
        ),
        (said) => {
          const started = cpuTime()
          const intent = understand(said)
          if (intent.kind === 'open') expect(intent.target).not.toBe('')
          if (intent.kind === 'find') expect(intent.text).not.toBe('')
          if (intent.kind === 'command') expect(intent.command).not.toBe('')
          expect(cpuTime() - started).toBeLessThan(250)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('is understood quickly, even a hundred thousand characters chosen to be slow', () => {
    const starts = [
      '',
      'open ',
      'find ',
      'replace ',
      'rename ',
      'run the ',
      'where is ',
      'what does ',
      'who ',
      'show me the ',
      'create a file called ',
      'stop ',
      'summarise ',
      'close ',
      'how many files ',
      'explain ',
    ]
    const repeats = [
      ' ',
      'a',
      'a ',
      'the ',
      'please ',
      'stop ',
      'yes ',
      'in ',
      ' in the ',
      'with ',
      ' to ',
      'of ',
      'dot ',
      '. ',
      '...',
      '?!',
      '"',
      "'",
      ' line 4',
      ' is',
      'all ',
      'find ',
      'of the ',
      'in a file ',
      'camel case ',
      'dot t s ',
      'one hundred and ',
      '\t\n',
      'no, ',
      'x'.repeat(50) + ' ',
      'a/',
      '-',
      'ed ',
      'please, for me ',
    ]
    for (const start of starts) {
      for (const repeat of repeats) {
        for (const end of ['', '!', ' x y']) {
          const said = start + repeat.repeat(Math.ceil(100_000 / repeat.length)).slice(0, 100_000) + end
          // Once in full, and once cut to the length that is read.
          for (const text of [said, said.slice(0, 950) + end]) {
            const took = timeOf(() => understand(text))
            if (took > 100) throw new Error(`${took} ms for ${JSON.stringify(start + repeat)}`)
          }
        }
      }
    }
  })
})

/** The best of a few runs, because the computer may be busy. */
function timeOf(work: () => void): number {
  let best = Infinity
  for (let tries = 0; tries < 5 && best > 100; tries++) {
    const before = cpuTime()
    work()
    best = Math.min(best, cpuTime() - before)
  }
  return best
}

describe('A grammar that is added to the list', () => {
  it('parses requests in its turn, without their courtesy', () => {
    const shout = {
      id: 'shout',
      parse: (asked: string) => (asked === 'shout at me' ? ({ kind: 'thanks' } as const) : null),
    }
    expect(understand('Please shout at me.', [shout, ...grammars])).toEqual({ kind: 'thanks' })
    expect(understand('Please shout at me.')).toEqual({ kind: 'unknown' })
    expect(understand('find retry', [shout, ...grammars])).toEqual(understand('find retry'))
  })
})
