import { describe, expect, test } from 'vitest'
import { statusActions } from '../../../../src/shared/conversation.ts'
import { doneText, elapsedText, statusText } from '../../../../src/renderer/status-bar/status-text.ts'

describe('saying what the agent does', () => {
  test('the detail is part of the sentence', () => {
    expect(statusText({ action: 'reading_file', detail: 'src/app.ts' })).toBe('Reading src/app.ts')
    expect(statusText({ action: 'searching_files', detail: 'TODO' })).toBe('Searching for “TODO”')
    expect(statusText({ action: 'executing_command', detail: 'npm test' })).toBe('Running npm test')
  })

  test('every action has text even without a detail', () => {
    for (const action of statusActions) {
      expect(statusText({ action, detail: null })).toMatch(/^[A-Z][a-z]+( [a-z ]+)?$/)
      expect(statusText({ action, detail: '  ' })).toBe(statusText({ action, detail: null }))
    }
  })
})

describe('saying what the agent did last', () => {
  test('a finished action is in the past tense', () => {
    expect(doneText({ action: 'reading_file', detail: 'src/app.ts' })).toBe('Read src/app.ts')
    expect(doneText({ action: 'executing_command', detail: 'npm test' })).toBe('Ran npm test')
    for (const action of statusActions) expect(doneText({ action, detail: null })).not.toMatch(/ing/)
  })
})

describe('saying how long it has been', () => {
  test('nothing at first, then seconds, then minutes', () => {
    expect(elapsedText(0, 900)).toBe('')
    expect(elapsedText(0, 3200)).toBe('3 s')
    expect(elapsedText(0, 125_000)).toBe('2 min 5 s')
  })

  test('a clock that is ahead does not show a negative time', () => {
    expect(elapsedText(10_000, 0)).toBe('')
    expect(elapsedText(Number.NaN, 0)).toBe('')
  })
})
