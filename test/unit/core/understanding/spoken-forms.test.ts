import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  caseOfName,
  looseForm,
  nameInCase,
  spokenCode,
  spokenCommandLine,
  spokenPath,
  wordsOfName,
} from '../../../../src/core/understanding/spoken-forms.ts'

describe('A spoken path', () => {
  it.each([
    ['config dot ts', 'config.ts'],
    ['config dot t s', 'config.ts'],
    ['app dot t s x', 'app.tsx'],
    ['src slash main slash index dot ts', 'src/main/index.ts'],
    ['src forward slash main', 'src/main'],
    ['user underscore service dot py', 'user_service.py'],
    ['session dash manager dot ts', 'session-manager.ts'],
    ['package dot jason', 'package.json'],
    ['package jason', 'package json'],
    ['read me dot md', 'readme.md'],
    ['script dot pie', 'script.py'],
    ['index dot type script', 'index.ts'],
    ['dot git ignore', '.gitignore'],
    ['dot env dot local', '.env.local'],
    ['camel case session manager dot ts', 'sessionManager.ts'],
    ['pascal case session manager dot ts', 'SessionManager.ts'],
    ['snake case session manager dot py', 'session_manager.py'],
    ['kebab case session manager dot ts', 'session-manager.ts'],
    ['src/main/index.ts', 'src/main/index.ts'],
    ['my file.ts', 'my file.ts'],
  ])('"%s" is %s', (said, path) => expect(spokenPath(said)).toBe(path))
})

describe('Spoken code', () => {
  it.each([
    ['camel case get user by id', 'getUserById'],
    ['pascal case event emitter', 'EventEmitter'],
    ['snake case max retries', 'max_retries'],
    ['kebab case drop down', 'drop-down'],
    ['all caps max size', 'MAX_SIZE'],
    ['constant case max size', 'MAX_SIZE'],
    ['process dot env', 'process.env'],
    ['foo underscore bar', 'foo_bar'],
    ['foo open paren close paren', 'foo()'],
    ['foo open bracket one close bracket', 'foo[one]'],
    ['open brace close brace', '{}'],
    ['timeout equals', 'timeout='],
    ['a triple equals b', 'a===b'],
    ['dollar sign element', '$element'],
    ['the dot product', 'the dot product'],
    ['connection refused', 'connection refused'],
    ['foo(.*)[a-z]+\\', 'foo(.*)[a-z]+\\'],
  ])('"%s" is %s', (said, code) => expect(spokenCode(said)).toBe(code))
})

describe('A spoken command line', () => {
  it.each([
    ['npm test dash dash watch', 'npm test --watch'],
    ['git log dash p', 'git log -p'],
    ['python manage dot py migrate', 'python manage.py migrate'],
    ['dot slash build dot sh', './build.sh'],
    ['npm run test colon unit', 'npm run test:unit'],
    ['cat src slash a dot ts', 'cat src/a.ts'],
    ['echo "a dash b" && ls -la', 'echo "a -b" && ls -la'],
  ])('"%s" is %s', (said, command) => expect(spokenCommandLine(said)).toBe(command))
})

describe('A name', () => {
  it.each([
    ['getUserById', 'camel', ['get', 'user', 'by', 'id']],
    ['HTTPServer', 'pascal', ['http', 'server']],
    ['get_user', 'snake', ['get', 'user']],
    ['MAX_SIZE', 'constant', ['max', 'size']],
    ['drop-down', 'kebab', ['drop', 'down']],
    ['timeout', null, ['timeout']],
  ] as const)('%s is written in its case, of its words', (name, style, words) => {
    expect(caseOfName(name)).toBe(style)
    expect(wordsOfName(name)).toEqual(words)
  })

  it('has the same words in every case', () => {
    const letters = fc.stringMatching(/^[a-z]{2,8}$/)
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('camel', 'pascal', 'snake', 'kebab', 'constant' as const),
        (words, style) => {
          expect(wordsOfName(nameInCase(words.join(' '), style))).toEqual(words)
        },
      ),
    )
  })
})

describe('The loose form of a name', () => {
  it.each([
    ['event emitter', ['EventEmitter', 'event_emitter', 'event-emitter', 'event emitter', 'eventemitter']],
    ['process.env', ['process.env', 'process env']],
    ['timeout=', ['timeout =', 'timeout=']],
    ['foo()', ['foo()', 'foo ( )']],
  ])('of %s finds every spelling', (said, written) => {
    const form = new RegExp(looseForm(said) ?? '', 'iu')
    for (const text of written) expect(text).toMatch(form)
  })

  it('does not exist for a single word', () => expect(looseForm('retry')).toBeNull())

  it('is a regular expression that finds the name itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const form = looseForm(text)
        if (form !== null) expect(text).toMatch(new RegExp(form, 'iu'))
      }),
    )
  })
})
