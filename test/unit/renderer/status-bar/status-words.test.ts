import { describe, expect, test } from 'vitest'
import { statusActions } from '../../../../src/shared/conversation.ts'
import { doneWords, elapsedWords, statusWords } from '../../../../src/renderer/status-bar/status-words.ts'

describe('saying what the agent does', () => {
  test('the detail is part of the sentence', () => {
    expect(statusWords({ action: 'reading_file', detail: 'src/app.ts' })).toBe('Reading src/app.ts')
    expect(statusWords({ action: 'searching_files', detail: 'TODO' })).toBe('Searching for “TODO”')
    expect(statusWords({ action: 'executing_command', detail: 'npm test' })).toBe('Running npm test')
  })

  test('without a detail every action still reads as words', () => {
    for (const action of statusActions) {
      expect(statusWords({ action, detail: null })).toMatch(/^[A-Z][a-z]+( [a-z ]+)?$/)
      expect(statusWords({ action, detail: '  ' })).toBe(statusWords({ action, detail: null }))
    }
  })
})

describe('saying what the agent did last', () => {
  test('what is done is said as done', () => {
    expect(doneWords({ action: 'reading_file', detail: 'src/app.ts' })).toBe('Read src/app.ts')
    expect(doneWords({ action: 'executing_command', detail: 'npm test' })).toBe('Ran npm test')
    for (const action of statusActions) expect(doneWords({ action, detail: null })).not.toMatch(/ing/)
  })
})

describe('saying how long it has been', () => {
  test('nothing at first, then seconds, then minutes', () => {
    expect(elapsedWords(0, 900)).toBe('')
    expect(elapsedWords(0, 3200)).toBe('3 s')
    expect(elapsedWords(0, 125_000)).toBe('2 min 5 s')
  })

  test('a clock that is ahead of ours does not show a negative time', () => {
    expect(elapsedWords(10_000, 0)).toBe('')
    expect(elapsedWords(Number.NaN, 0)).toBe('')
  })
})
