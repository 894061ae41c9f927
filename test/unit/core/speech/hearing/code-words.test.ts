import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  indexCodeWords,
  type NameKind,
  type WorkspaceName,
} from '../../../../../src/core/speech/hearing/code-word-index.ts'
import {
  matchCodeWords,
  rejection,
  rematchWords,
  takeBack,
} from '../../../../../src/core/speech/hearing/code-words.ts'
import { spokenCorrection } from '../../../../../src/core/speech/hearing/correction.ts'

const names = (kind: NameKind, list: string): WorkspaceName[] =>
  list.split(' ').map((name) => ({ name, kind }))

const vocabulary = [
  ...names(
    'symbol',
    'parseConfig parseHeader getUserById EventEmitter LoginHandler UserService SessionManager openFile runTests ' +
      'closeTab nextHunk showMe toString isValid goToLine base64Encode findByName RetryPolicy logger Logger token ' +
      'UserCache syncFiles useSWR MAX_RETRIES stopTalking parse_args vitest test file open XMLHttpRequest',
  ),
  ...names(
    'file',
    'session-manager.ts config.ts package.json README.md client.ts retry_policy.py index.ts login-handler.test.ts',
  ),
  ...names('branch', 'main feature/voice-input fix/login-typo release-2.0'),
]
const index = indexCodeWords(vocabulary)
const match = (heard: string) => matchCodeWords(heard, index)

describe('names of the workspace', () => {
  it.each([
    ['rename this function to parse config', 'rename this function to parseConfig'],
    ['Rename this function to parseconfig.', 'Rename this function to parseConfig.'],
    ['jump to the definition of get user by id', 'jump to the definition of getUserById'],
    ['Jump to the definition of get user by ID.', 'Jump to the definition of getUserById.'],
    ['Open the file session, manager dot ts.', 'Open the file session-manager.ts.'],
    ['Open the file session manager.ts.', 'Open the file session-manager.ts.'],
    ['open session manager dot t s', 'open session-manager.ts'],
    ['search for all usages of the event emitter', 'search for all usages of the EventEmitter'],
    ['what does the log in handler do', 'what does the LoginHandler do'],
    ['add a unit test for the user service', 'add a unit test for the UserService'],
    ['what does the pars header function do', 'what does the parseHeader function do'],
    ['explain the user cash', 'explain the UserCache'],
    ['who calls sink files', 'who calls syncFiles'],
    ['where is base sixty four encode', 'where is base64Encode'],
    ['where is max retries used', 'where is MAX_RETRIES used'],
    ['check out the branch feature voice input', 'check out the branch feature/voice-input'],
    ['what does X M L http request do', 'what does XMLHttpRequest do'],
    ['run vi test', 'run vitest'],
    ['show me retry policy dot pie', 'show me retry_policy.py'],
    ['open package dot jason', 'open package.json'],
  ])('are found in the transcript: %s', (heard, text) => {
    expect(match(heard).text).toBe(text)
  })

  it.each([
    'open file number three',
    'run tests',
    'run the tests',
    'close tab',
    'next hunk',
    'stop talking',
    'go to line forty two',
    'show me the working changes',
    'convert it to string please',
    'find every todo in this folder',
    'which files import the logger module',
    'find where the token is validated',
    'open the readme',
    'is it valid',
    'fix it and run tests',
    'what is in the main file',
    'the session was managed badly',
  ])('leave ordinary words alone: %s', (heard) => {
    expect(match(heard)).toEqual({ heard, text: heard, corrections: [] })
  })

  it('report what was changed, where, and the alternatives', () => {
    const twins = indexCodeWords(names('symbol', 'parseConfig ParseConfig parse_config'))
    const matched = matchCodeWords('call parse config and parse config again', twins)
    expect(matched.text).toBe('call ParseConfig and ParseConfig again')
    expect(matched.corrections).toEqual([
      {
        from: 'parse config',
        heardAt: 5,
        to: 'ParseConfig',
        at: 5,
        kind: 'symbol',
        alternatives: ['parseConfig', 'parse_config'],
      },
      {
        from: 'parse config',
        heardAt: 22,
        to: 'ParseConfig',
        at: 21,
        kind: 'symbol',
        alternatives: ['parseConfig', 'parse_config'],
      },
    ])
  })

  it('prefer the kind of name that the sentence asks for', () => {
    expect(match('open the file session manager').text).toBe('open the file session-manager.ts')
    expect(match('explain the class session manager').text).toBe('explain the class SessionManager')
  })

  it('can be reverted or replaced one by one, and are not proposed again', () => {
    const matched = match('rename get user by id to parse config')
    expect(matched.text).toBe('rename getUserById to parseConfig')
    const [first, second] = matched.corrections
    const without = takeBack(matched, first!)
    expect(without.text).toBe('rename get user by id to parseConfig')
    expect(without.corrections[0]!.at).toBe(25)
    expect(takeBack(without, without.corrections[0]!).text).toBe(matched.heard)
    const other = takeBack(matched, second!, 'parse_args')
    expect(other.text).toBe('rename getUserById to parse_args')
    expect(other.corrections[1]!.alternatives).toContain('parseConfig')
    const rejected = new Set([rejection(first!.from, first!.to)])
    expect(matchCodeWords(matched.heard, index, rejected).text).toBe('rename get user by id to parseConfig')
  })

  it('never change anything outside the words they replace', () => {
    const word = fc.constantFrom(
      ...'parse config session manager dot ts open the file get user by id event emitter, . and to'.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 25 }), (words) => {
        const heard = words.join(' ')
        const matched = match(heard)
        let back = matched.text
        for (const { from, to, at } of matched.corrections.toReversed()) {
          expect(back.slice(at, at + to.length)).toBe(to)
          back = back.slice(0, at) + from + back.slice(at + to.length)
        }
        expect(back).toBe(heard)
        const again = rematchWords(matched.text, matched.corrections)!
        expect(again.heard).toBe(heard)
        for (const [at, correction] of again.corrections.entries())
          expect(takeBack(again, correction).text).toBe(takeBack(matched, matched.corrections[at]!).text)
      }),
    )
  })

  it('do not change ordinary requests about this repository', () => {
    const own = indexCodeWords(ownNames())
    expect(own.size).toBeGreaterThan(500)
    const said = ['commands', 'control'].flatMap((name) =>
      readFileSync(`test/fixtures/speech/${name}/refs.txt`, 'utf8').trim().split('\n'),
    )
    const changed = said.flatMap((heard) =>
      matchCodeWords(heard, own).corrections.map(({ from, to }) => `${from} → ${to}`),
    )
    // Existing files, by their names.
    expect(changed).toEqual(['package dot json → package.json', 'client dot ts → client.ts'])
  })
})

/** The files of src, and what they declare. */
function ownNames(): WorkspaceName[] {
  const files = readdirSync('src', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const declared = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n')
  const symbols = declared.matchAll(/\b(?:function|const|interface|type|class) (\w+)/g)
  return [
    ...names('file', [...files.map(({ name }) => name), 'package.json'].join(' ')),
    ...names('symbol', [...symbols].map((found) => found[1]).join(' ')),
  ]
}

describe('“no, I said …”', () => {
  it.each([
    ['No, I said parse header.', 'what does parseConfig do', 'what does parse header do'],
    ['no I meant the login handler', 'open the logging handle', 'open the login handler'],
    ['No. I said get user by name', 'jump to getUserById', 'jump to get user by name'],
    ['not config, client', 'open config.ts', 'open client.ts'],
    ['I said client not config', 'open config.ts', 'open client.ts'],
    ['No, I said open the readme', 'open the read knee', 'open the readme'],
  ])('corrects the previous utterance: %s', (words, before, text) => {
    expect(spokenCorrection(words, before)?.text).toBe(text)
  })

  it('replaces the whole utterance when no part of it is similar', () => {
    expect(spokenCorrection('no, I meant the database', 'run')).toEqual({
      text: 'the database',
      from: null,
      to: 'the database',
    })
  })

  it.each(['no', 'open the file', 'he said hello', 'not now', 'I say'])(
    'is not a correction: %s',
    (words) => {
      expect(spokenCorrection(words, 'what does parseConfig do')).toBeNull()
    },
  )
})
