// Which choice of a question an answer means.
import { describe, expect, it } from 'vitest'
import { choiceAnswer } from '../../../../../src/core/conversation/approvals/choice-answer.ts'

const DATABASES = ['Postgres', 'SQLite', 'Plain files']
const VERSIONS = ['SQLite', 'Postgres 15', 'Postgres 16']

/** The number of the choice, "none", or "1|3" where it is unclear; null where it is no answer. */
function read(said: string, choices: readonly string[]): number | string | null {
  const answer = choiceAnswer(said, choices)
  if (answer?.tag === 'chosen') return answer.at + 1
  if (answer?.tag === 'unclear') return answer.among.map((at) => at + 1).join('|')
  return answer ? 'none' : null
}

describe('the answer to a question with choices', () => {
  it.each([
    ['Postgres', 1],
    ['SQLite please.', 2],
    ['the postgres one', 1],
    ['I’d go with the Postgres one, please', 1],
    ['um, let’s use plain files then', 3],
    ['files', 3],
    ['Yes, SQLite', 2],
  ])('is a choice when it says its words: %j', (said, number) => expect(read(said, DATABASES)).toBe(number))

  it.each([
    ['post gres', 1],
    ['post grass', 1],
    ['sequel light', 2],
    ['plane files', 3],
  ])('is a choice when it sounds like it: %j', (said, number) => expect(read(said, DATABASES)).toBe(number))

  it.each([
    ['the second one', 2],
    ['second', 2],
    ['number two', 2],
    ['number to', 2],
    ['two', 2],
    ['2', 2],
    ['Option 3.', 3],
    ['take the first', 1],
    ['I think number one please', 1],
    ['one', 1],
    ['the last one', 3],
    ['the 2nd option', 2],
  ])('is a choice when it says its number: %j', (said, number) => expect(read(said, DATABASES)).toBe(number))

  it.each([
    'none',
    'none of these',
    'Cancel.',
    'skip it',
    'no',
    'No thanks',
    'never mind',
    'neither of them',
  ])('is none of them when it is %j', (said) => expect(read(said, DATABASES)).toBe('none'))

  it.each([
    ['yes', ['Yes', 'No'], 1],
    ['go ahead', ['Yes, overwrite it', 'No, keep it'], 1],
    ['no', ['Yes, overwrite it', 'No, keep it'], 2],
    ['nope', ['Do it', 'Don’t'], 2],
    ['yes', ['Yes', 'Yes, always', 'No'], 1],
    ['yes always', ['Yes', 'Yes, always', 'No'], 2],
    ['cancel', ['Continue', 'Cancel'], 2],
    ['stop', ['Continue', 'Stop'], 2],
  ])('is the choice that says yes or no when it is %j to %j', (said, choices, number) =>
    expect(read(said, choices)).toBe(number),
  )

  it('prefers the whole text of a choice to its number and to a longer choice', () => {
    expect(read('two', ['2', '4', '8'])).toBe(1)
    expect(read('number two', ['2', '4', '8'])).toBe(2)
    expect(read('postgres', ['Postgres 16', 'Postgres'])).toBe(2)
    expect(read('postgres fifteen', VERSIONS)).toBe(2)
    expect(read('phase one', ['Phase two', 'Phase one'])).toBe(2)
    expect(read('use SQLite', ['Don’t use SQLite', 'Use SQLite'])).toBe(2)
  })

  it.each([
    ['postgres', VERSIONS, '2|3'],
    ['yes', DATABASES, '1|2|3'],
    ['yes', ['Yes, once', 'Yes, always', 'No'], '1|2'],
    ['you decide', DATABASES, '1|2|3'],
    ['what were the options?', DATABASES, '1|2|3'],
    ['no, Postgres', DATABASES, '1|2|3'],
    ['number seven', DATABASES, '1|2|3'],
    ['the last one', ['The last commit', 'The first commit'], '1|2'],
    ['use SQLite', ['Don’t use SQLite', 'Ask me later'], '1'],
    ['cancel', ['Cancel the build', 'Wait'], '1'],
  ])('is unclear when it is %j to %j', (said, choices, among) => expect(read(said, choices)).toBe(among))

  it.each([
    'show me the file',
    'what is Postgres',
    'do you use SQLite',
    'Postgres but first show me the schema',
    'open the second result in a new tab',
    'stop',
    'it',
    '',
    '?!',
  ])('is a request, not an answer, when it is %j', (said) => expect(read(said, DATABASES)).toBeNull())

  it('does not take “stop” for part of a choice', () =>
    expect(read('stop', ['Stop the server', 'Keep it'])).toBeNull())

  it('reads long and hostile texts quickly', () => {
    const choices = Array.from({ length: 9 }, (_, at) => `${'i would like to go with '.repeat(8)}${at}`)
    const started = performance.now()
    for (const word of ['i would like ', 'no ', 'a', '.', 'the one ', '\u202e'])
      for (const length of [20, 100_000]) choiceAnswer(word.repeat(length), choices)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
