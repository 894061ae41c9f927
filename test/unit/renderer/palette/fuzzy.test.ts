import { describe, expect, test } from 'vitest'
import { fuzzyFilter, fuzzyScore } from '../../../../src/renderer/palette/fuzzy.ts'

describe('A search by a few letters', () => {
  test('finds text with all letters in order', () => {
    expect(fuzzyScore('tab', 'Next tab')).not.toBeNull()
    expect(fuzzyScore('xt', 'Next tab')).not.toBeNull()
    expect(fuzzyScore('tx', 'Next')).toBeNull()
  })

  test('prefers letters that begin words or follow each other', () => {
    const all = ['Settings', 'Close the tab', 'Show in tabs', 'Theatre box']
    expect(fuzzyFilter('tab', all, String)[0]).toMatch(/tab/)
    expect(fuzzyFilter('set', all, String)[0]).toBe('Settings')
    expect(fuzzyFilter('ct', all, String)[0]).toBe('Close the tab')
  })

  test('keeps everything in order for an empty query', () => {
    expect(fuzzyFilter(' ', ['b', 'a'], String)).toEqual(['b', 'a'])
  })
})
